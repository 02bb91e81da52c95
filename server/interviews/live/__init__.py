"""Interviews in progress: their rooms, the socket and its frames, and how fast a patient may write."""
