"""An index over HTTP: a typed API under /api, and the page that uses it.

`create_app` makes the application, `serve` runs it; `ilk serve INDEX` is the command for both.
"""
