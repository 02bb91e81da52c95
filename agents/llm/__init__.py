"""Language models behind one port: any provider, one policy for time, errors and money, typed replies.

This is the one place for vendor SDKs, each imported by the adapter that needs it. Local encoders live here, too.
Prompts and whatever an agent knows about its own role stay outside.
"""
