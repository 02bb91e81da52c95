"""The reference library: books handed in, their editions, the jobs that build them, the page of a citation.

Here belong rows, routes and jobs of books; reading and searching them is `rag`."""
