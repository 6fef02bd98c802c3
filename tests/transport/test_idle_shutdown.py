"""The idle watch: half an hour with nobody here, and the daemon goes."""

from parts import Clock

from gasoline.transport.idle_shutdown import IdleShutdown


# SRV-04
def test_it_stops_only_after_half_an_hour_without_connections() -> None:
    clock, here = Clock(), [True]
    watch = IdleShutdown(lambda: here[0], lambda: None, clock)
    clock.seconds += 3600
    assert not watch.check()
    here[0] = False
    clock.seconds += 1799
    assert not watch.check()
    clock.seconds += 1
    assert watch.check()


async def test_it_stops_the_daemon() -> None:
    stopped: list[bool] = []
    await IdleShutdown(lambda: False, lambda: stopped.append(True), Clock(), idle_s=0).run()
    assert stopped == [True]
