"""Each host has its own pool, and pools that nobody uses are closed."""

from __future__ import annotations

import asyncio

import httpcore2
import pytest

from ascertain.adapters.web.connections import HostPools


class _Pool(httpcore2.AsyncConnectionPool):
    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.fails = fails
        self.is_closed = False

    async def aclose(self) -> None:
        await asyncio.sleep(0)
        self.is_closed = True
        if self.fails:
            raise OSError("the socket was gone")


class _Made:
    """Makes pools and remembers them."""

    def __init__(self, *, fail: bool = False) -> None:
        self.pools: list[_Pool] = []
        self._fail = fail

    def __call__(self) -> httpcore2.AsyncConnectionPool:
        self.pools.append(_Pool(fails=self._fail))
        return self.pools[-1]


async def test_one_host_has_one_pool_and_another_host_another() -> None:
    made = _Made()
    pools = HostPools(made)
    with pools.of("https", "a", 443) as one, pools.of("https", "a", 443) as same:
        assert one is same
    with pools.of("https", "b", 443) as other, pools.of("http", "a", 80) as plain:
        assert len({one, other, plain}) == 3
    assert len(pools) == len(made.pools) == 3
    await pools.close()
    assert all(pool.is_closed for pool in made.pools)


async def test_the_pool_longest_unused_is_closed_and_none_in_use() -> None:
    made = _Made()
    pools = HostPools(made, max_pools=2)
    with pools.of("http", "a", 80):
        for host in "bcbd":
            with pools.of("http", host, 80):
                pass
        await asyncio.sleep(0.001)
        # Made in turn: a, b, c, b again (it made way for c), d.
        assert [pool.is_closed for pool in made.pools] == [False, True, True, True, False]
        assert len(pools) == 2
    await pools.close()
    assert all(pool.is_closed for pool in made.pools)


async def test_pools_in_use_may_be_more_than_are_kept() -> None:
    made = _Made()
    pools = HostPools(made, max_pools=1)
    with pools.of("http", "a", 80), pools.of("http", "b", 80):
        assert len(pools) == 2
    with pools.of("http", "c", 80):
        assert len(pools) == 1
    await pools.close()


async def test_a_pool_that_fails_to_close_disturbs_nobody() -> None:
    made = _Made(fail=True)
    pools = HostPools(made, max_pools=1)
    for host in "ab":
        with pools.of("http", host, 80):
            pass
    await pools.close()
    await pools.close()
    assert all(pool.is_closed for pool in made.pools)


async def test_a_failure_of_the_user_gives_the_pool_back() -> None:
    pools = HostPools(_Made(), max_pools=1)
    with pytest.raises(ValueError, match="mine"), pools.of("http", "a", 80):
        raise ValueError("mine")
    with pools.of("http", "b", 80):
        assert len(pools) == 1
    await pools.close()
