"""Learning the weights of the rule engines from the project's own labelled examples.

Here belongs what turns labelled data into an artefact, and `figures/`, which measures it."""
