"""From the bytes of a PDF to chunks.

`reading.read_document(path, limits=Limits(), on_progress=...) -> Document` reads in a subprocess and raises
CorrectInput with a message for the admin; an exception from `on_progress` cancels it. `chunking.chunks_of(document,
scope)` gives the chunks, `scope.decisions(document, scope)` the list of what is kept, `page_image.render(path, page,
passages)` a PNG with the passages marked.

Code here knows a file and nothing else: no database, no edition, no search.
"""
