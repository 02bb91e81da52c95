"""What follows from danger in an interview: alerts, the help that is offered, and whether it is there now."""
