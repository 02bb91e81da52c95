"""Which engine serves which role (`roles` alone decides): the rules, a model behind the port, or the scripted provider.

Here belongs what chooses and opens engines from the settings; the engines themselves are in `agents`."""
