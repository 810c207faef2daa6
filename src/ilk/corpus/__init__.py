"""From texts to counts: readers of many formats, named collections, the tokenizer, and counting.

Nothing is imported here: a search needs the tokenizer alone, and start-up counts.
"""
