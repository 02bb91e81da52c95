"""The reporter: profile and diagnosis in, the therapist's report out, section by section, as safe Markdown.

`port` is the contract, `rules` and `llm` are its engines. What enters writes or checks a section of the report;
nothing here scores, and no sentence stands that the profile does not bear out.
"""
