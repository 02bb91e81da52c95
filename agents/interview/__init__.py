"""One interview from the greeting to the report: phases, the state machine, one message after another.

The machine is pure; what it asks for is carried out here by the agents of a `Team`, through their contracts.
Storing and sending are the server's: what enters here returns events.
"""
