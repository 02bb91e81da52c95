"""One interview from the greeting to the report: phases, the state machine, one message after another.

The machine is pure; the agents of a `Team` carry out what it asks for, through their contracts. Storing and sending
belong to the server: code here returns events.
"""
