"""Training of the learnt reader (`make train`): labelled data in, artefacts of agents/reading/model out.

What may enter: examples, variants, the two models' training, export, held-out figures, the card. Nothing here is
imported by the product.
"""
