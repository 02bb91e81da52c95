"""The learnt reader: a small encoder and a words model, trained on this project's labelled data (`make train`).

`artefacts/` holds what was learnt and its card. What may enter: what runs the models. What follows from their reading
is the engines' to say.
"""
