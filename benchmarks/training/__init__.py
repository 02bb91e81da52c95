"""Learning the weights of the rule engines from the project's own labelled examples.

Code that turns labelled data into an artefact belongs here, and `figures/`, which measures it."""
