"""Language models behind one port: any provider, one policy for time, errors and money, typed replies.

This is the only place for vendor SDKs, each imported by the adapter that needs it. Local encoders live here, too.
Prompts and anything specific to an agent's role stay outside.
"""
