"""corpus/readers"""
