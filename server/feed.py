"""What everybody in an interview sees: entries published once, sent to each socket in order and without a gap."""

from collections.abc import AsyncIterator, Callable, Sequence
from uuid import UUID

import msgspec
from litestar.channels import ChannelsPlugin

from server.event_log import EventLog
from server.frames import Entry, entry

_Wire = tuple[int, str, str]
_decode = msgspec.json.Decoder(list[_Wire]).decode
_encode = msgspec.json.Encoder().encode


def publisher(channels: ChannelsPlugin) -> Callable[[UUID, Sequence[Entry]], None]:
    """A function that shows new entries to every socket on their interview."""

    def publish(interview: UUID, entries: Sequence[Entry]) -> None:
        frames = [(one.seq, one.for_staff(), one.for_patient()) for one in entries]
        channels.publish(_encode(frames), [str(interview)])

    return publish


class Feed:
    """The entries of one interview for one kind of viewer."""

    def __init__(self, channels: ChannelsPlugin, log: EventLog, interview: UUID, staff: bool) -> None:
        self._channels, self._log, self._interview, self._staff = channels, log, interview, staff

    async def after(self, seq: int) -> AsyncIterator[str]:
        """Every frame after a number: first what is stored, then what comes, without end."""
        async with self._channels.start_subscription([str(self._interview)]) as live:
            async for number, frame in self._stored(seq):
                seq = number
                yield frame
            async for payload in live.iter_events():
                for number, for_staff, for_patient in _decode(payload):
                    if number <= seq:
                        continue
                    if number > seq + 1:
                        async for missed, frame in self._stored(seq, number):
                            seq = missed
                            yield frame
                    seq = number
                    yield for_staff if self._staff else for_patient

    async def _stored(self, after: int, before: int | None = None) -> AsyncIterator[tuple[int, str]]:
        for seq, event, at in await self._log.read(self._interview, after):
            if before is not None and seq >= before:
                return
            one = entry(seq, event, at)
            yield seq, one.for_staff() if self._staff else one.for_patient()
