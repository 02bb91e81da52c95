"""Alerts reach people: who is sent what about an alert, each try and its outcome, and who opened the page.

The tables are the truth. An alert stands in its interview's log first; a worker finds those that nobody has planned
for, decides the messages, and sends what is due. A killed worker's messages are taken over when its lease runs out. So
nothing here delays a patient's turn, and a message arrives once, or once more.

That an interview is over goes to a record system the same way, without anything that was said (`ended.py`).
"""
