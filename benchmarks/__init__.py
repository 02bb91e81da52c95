"""How good a conversation, its report and an engine are: measured, judged, replayed, and told with intervals.

Agents may be imported; the library, the server and its database may not."""
