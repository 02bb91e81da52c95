"""The reporter: turns profile and diagnosis into the therapist's report, section by section, as safe Markdown.

`port` is the contract, `rules` and `llm` are its engines. Code here writes or checks a section of the report; nothing
here scores, and every sentence is supported by the profile.
"""
