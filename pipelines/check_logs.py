"""Whether the logs of a run fit its hands: calls, cards played, cards put away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from pipelines.check_rows import Fault, Rows
from sim.cards import CALL_NAMES, CARD_NAMES, DOUBLE_NULLO, KIND_DOUBLE_NULLO, PASS
from sim.records import DOUBLE_CONTRACTOR, DOUBLE_SWAP_FIVE

_SWAPPED = 5  # cards that partners in a double nullo give each other, where they do


def calls_faults(calls: pl.DataFrame, hands: pl.DataFrame) -> Iterator[Fault]:
    """Yield the hands of a part whose log of calls does not fit them."""
    said = calls.group_by("deal").agg(
        found=pl.len(), last=pl.col("call").filter(pl.col("call") != CALL_NAMES[PASS]).last()
    )
    both = hands.join(said, on="deal", how="left", maintain_order="left")
    fits = (pl.col("found").fill_null(0) == pl.col("n_calls")).alias("fits")
    yield Fault(
        "have another number of calls in the log than n_calls",
        ~both.select(fits)["fits"].to_numpy(),
    )


def plays_faults(plays: pl.DataFrame, hands: pl.DataFrame, rows: Rows) -> Iterator[Fault]:
    """Yield the hands of a part whose log of cards does not fit them."""
    team = pl.Series(rows.record["team"])
    side = pl.DataFrame({"deal": rows.deal, "side": rows.side, "partner": rows.partner})
    won = plays.filter("won").join(side, on="deal")
    mine = team.gather(won["seat"].cast(pl.UInt32)) == won["side"]
    mine |= won["seat"].cast(pl.Int64) == won["partner"]
    taken = won.with_columns(mine=mine).group_by("deal").agg(
        mine=pl.col("mine").sum(), tricks_won=pl.len()
    )  # fmt: skip
    tricks = plays.group_by("deal").agg(played=pl.col("trick").n_unique())
    both = hands.join(taken, on="deal", how="left", maintain_order="left").join(
        tricks, on="deal", how="left", maintain_order="left"
    )
    one_each = both["tricks_won"].fill_null(0) == both["played"].fill_null(0)
    yield Fault("have a trick in the log that not just one card took", ~one_each.to_numpy())
    fits = both["mine"].fill_null(0) == both["tricks"]
    yield Fault("have other tricks in the log than in their row", ~fits.to_numpy())


def discards_faults(
    discards: pl.DataFrame, rows: Rows, plays: pl.DataFrame | None
) -> Iterator[Fault]:
    """Yield the hands of a part whose log of cards put away does not fit them, or the cards played."""
    place = {int(deal): n for n, deal in enumerate(rows.deal)}
    hand = np.array([place.get(deal, -1) for deal in discards["deal"]], np.int64)

    def hands(wrong: np.ndarray) -> np.ndarray:
        """Return of which hands there is such a card; cards of no hand go to the first."""
        found = np.zeros(len(rows.deal), bool)
        found[np.maximum(hand[wrong], 0)] = True
        return found

    number = np.bincount(np.maximum(hand, 0), minlength=len(rows.deal))
    yield Fault("have another number of cards in the log of discards than the rules ask for",
                (number != _due(rows)) | hands(hand < 0))  # fmt: skip
    seat, contractor = discards["seat"].to_numpy(), rows.contractor[hand]
    partner = rows.record["partner"][contractor]
    double = rows.contract[hand] == DOUBLE_NULLO
    yield Fault("have discards of another seat than the contractor's",
                hands((seat != contractor) & ~(double & (seat == partner))))  # fmt: skip
    twice = discards.select("deal", "seat", "card").is_duplicated().to_numpy()
    pack = [
        name for code, name in CARD_NAMES.items()
        if int(rows.record["pack"][code // 32]) >> code % 32 & 1
    ]  # fmt: skip
    strange = ~discards["card"].cast(pl.String).is_in(pack).to_numpy()
    yield Fault("have a card in the log of discards twice, or one of another pack",
                hands(twice | strange))  # fmt: skip
    kitty = discards.select(pl.col("from_kitty").sum().over("deal", "seat"))
    many = kitty.to_series().to_numpy() > rows.record["n_kitty"]
    yield Fault(
        "have more discards from the kitty than there were cards in it", hands(many & ~double)
    )
    if plays is not None:
        played = discards.select("deal", "card").join(
            plays.select("deal", "card", played=True).unique(), on=["deal", "card"], how="left",
            maintain_order="left",
        )["played"].fill_null(False).to_numpy()  # fmt: skip
        # partners in a double nullo play what they were given
        yield Fault("have a card in the log of discards that was played", hands(played & ~double))


def _due(rows: Rows) -> np.ndarray:
    """Return how many cards of each hand are put away, or given to partner, before play."""
    record = rows.record
    with_kitty = ~rows.passed_out & ((int(record["no_kitty"]) >> rows.contract & 1) == 0)
    due = np.where(with_kitty, int(record["n_kitty"]) + (rows.slam_called == 1), 0)
    double = record["kind"][rows.contract] == KIND_DOUBLE_NULLO
    way = int(record["double_exchange"])
    both = 2 * _SWAPPED if way == DOUBLE_SWAP_FIVE else due * (1 + (way != DOUBLE_CONTRACTOR))
    return np.asarray(np.where(double, both, due))
