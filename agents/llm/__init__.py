"""Language models behind one port: any provider, one policy, typed replies. The one place for vendor SDKs."""
