"""The referee at play: every card of the ten tricks, the suits named for jokers, the score."""

from __future__ import annotations

from typing import Final

from sim import cards, play, scoring
from sim.notation import RecordError
from sim.notation_text import SUIT_SYMBOLS
from sim.notation_text import card_text as record_text
from sim.records import MISERE_DEFENDERS_NOTHING, MISERE_DEFENDERS_OWN_TRICKS, N_TRICKS
from sim.referee_table import RecordedHand
from sim.referee_words import card_refused, listed
from sim.replay import card_text
from sim.seats import team_names

_SUITS: Final = range(4)
_NONE: Final = -1


def check_play(hand: RecordedHand) -> None:
    """Check every card played, as far as the record goes.

    Where the rules end the play when a misère is lost, a record may go on and is checked further.
    """
    if hand.v.strain < 0:  # passed out and thrown in
        return
    record, v = hand.record, hand.v
    turn = int(play.begin_play(v, hand.st))
    if record.first_leader not in (None, turn):
        raise record.error(f"{hand.names[turn]} leads to the first trick", "play")
    misere_defenders = int(v.rules.misere_defenders)
    if v.misere:
        v.rules.misere_defenders = MISERE_DEFENDERS_OWN_TRICKS  # the kernels go on then
    for n in range(len(record.tricks)):
        if not hand.ending:
            turn = _check_trick(hand, n, turn)
    v.rules.misere_defenders = misere_defenders
    _compare_named(hand)
    hand.checked.append(f"{v.trick} tricks")
    if not hand.ending and not _is_over(hand):
        hand.ending = f"The record ends before trick {v.trick + 1}, {hand.names[turn]} to lead."


def _is_over(hand: RecordedHand) -> bool:
    v = hand.v
    lost = v.misere and scoring.tricks_of(v, int(hand.st.side)) > 0
    stops = lost and v.rules.misere_defenders == MISERE_DEFENDERS_NOTHING
    return bool(stops or v.trick == N_TRICKS)


def _check_trick(hand: RecordedHand, n: int, turn: int) -> int:
    """Check trick ``n`` from 0 on; return who leads to the next."""
    record, row = hand.record, hand.record.tricks[n]
    if n >= N_TRICKS:
        raise record.error(f"trick {n + 1}: a hand has ten tricks", row.line)
    for seat in hand.seats:
        code = row.cards[seat]
        if code is not None and (int(hand.v.sitting_out) >> seat) & 1:
            message = f"trick {n + 1}: {_plays(hand, seat, code)}, but sits out the misère"
            raise record.error(message, row.line)
    for _ in range(int(hand.st.n_active)):
        code = row.cards[turn]
        if code is None:
            _break_off(hand, n, turn)
            break
        turn = _check_card(hand, n, turn, code)
    return turn


def _plays(hand: RecordedHand, seat: int, code: int) -> str:
    """Return who plays what, the card as the record writes it behind."""
    return f"{hand.names[seat]} plays {card_text(code)} ({record_text(code)})"


def _break_off(hand: RecordedHand, n: int, turn: int) -> None:
    """Let the record end in trick ``n``, or refuse it because a card is missing in the middle."""
    record, row = hand.record, hand.record.tricks[n]
    n_cards = sum(code is not None for code in row.cards)
    if n + 1 < len(record.tricks) or n_cards > hand.v.n_in_trick:
        message = f"trick {n + 1}: {hand.names[turn]} plays no card, though others follow"
        raise record.error(message, row.line)
    hand.ending = f"The record ends in trick {n + 1}, {hand.names[turn]} to play."


def _check_card(hand: RecordedHand, n: int, seat: int, code: int) -> int:
    """Play a recorded card if it is legal; return who plays next."""
    v, st = hand.v, hand.st
    play.legal_cards(v, st, seat)
    legal = hand.by_print(v.legal)
    if code not in legal:
        raise _card_fault(hand, n, seat, code)
    suitless_lead = v.led_suit < 0 and legal[code] // cards.STRIDE == cards.JOKERS
    named = _named_suit(hand, n, seat) if suitless_lead else _NONE
    return int(play.apply_card(v, st, seat, legal[code], named))


def _card_fault(hand: RecordedHand, n: int, seat: int, code: int) -> RecordError:
    """Return what is wrong with the card that a seat plays to trick ``n``.

    A card that should be held and follows another one that is recorded twice is not to blame.
    """
    held, tricks = hand.held(seat), hand.record.tricks
    if code in held:
        twice = _played_twice(hand, n)
        if twice is None or twice[1] == code:
            reason = card_refused(hand.v, held, hand.by_print(hand.v.legal))
        else:
            (n, seat), code, again = twice
            reason = f"and again in trick {again + 1}"
    else:
        reason = _whose(hand, n, code)
    return hand.record.error(f"trick {n + 1}: {_plays(hand, seat, code)}, {reason}", tricks[n].line)


def _played_twice(hand: RecordedHand, last: int) -> tuple[tuple[int, int], int, int] | None:
    """Return (trick, seat), card and other trick of a card that is played up to ``last`` and again."""
    first: dict[int, tuple[int, int]] = {}
    for n, row in enumerate(hand.record.tricks):
        for seat, code in enumerate(row.cards):
            if code is not None and code in first and first[code][0] <= last:
                return first[code], code, n
            if code is not None:
                first.setdefault(code, (n, seat))
    return None


def _whose(hand: RecordedHand, n: int, code: int) -> str:
    """Return where a card is that a seat plays but does not hold."""
    for trick in range(n + 1):
        for seat in hand.seats:
            card = int(hand.v.cards[trick, seat])
            if card >= 0 and hand.printed(card) == code:
                return f"which {hand.names[seat]} played to trick {trick + 1}"
    for seat in hand.seats:
        if code in hand.held(seat):
            return f"which {hand.names[seat]} holds"
    discarded = code in hand.by_print(hand.st.discards)
    return "which was put away" if discarded else "which is in nobody's hand"


def _named_suit(hand: RecordedHand, n: int, seat: int) -> int:
    """Return the suit named for a joker that is led to trick ``n``, as recorded or as it fits."""
    bits = int(play.nameable_suits(hand.v, hand.st, seat))
    suits = [suit for suit in _SUITS if (bits >> suit) & 1]
    if not suits:  # the last card, whatever was said (RULES A-37)
        return _NONE
    recorded = hand.record.named.get(n)
    if recorded is None:
        return suits[0] if len(suits) == 1 else _fitting_suit(hand, n, seat, suits)
    if recorded not in suits:
        allowed = " ".join(SUIT_SYMBOLS[suit] for suit in suits)
        message = f"trick {n + 1}: {hand.names[seat]} names {SUIT_SYMBOLS[recorded]} for the joker"
        raise hand.record.error(f"{message}, legal is {allowed}", "jokernamed")
    return recorded


def _fitting_suit(hand: RecordedHand, n: int, leader: int, suits: list[int]) -> int:
    """Return a suit that the other cards of the trick follow, their own suits tried first."""
    row, trick = hand.record.tricks[n].cards, n
    n = len(hand.seats)
    others = [(leader + step) % n for step in range(1, n)]
    followers = [(seat, row[seat]) for seat in others]
    played = [code // cards.STRIDE for _, code in followers if code is not None]
    order = sorted(suits, key=lambda suit: played.index(suit) if suit in played else len(played))
    fits = [suit for suit in order if _all_follow(hand, followers, suit)]
    suit = (fits or order)[0]
    hand.notes.append(
        f"the suit named for the joker in trick {trick + 1} is not recorded, {SUIT_SYMBOLS[suit]} fits"
    )
    return suit


def _all_follow(hand: RecordedHand, followers: list[tuple[int, int | None]], suit: int) -> bool:
    """Return whether all cards that follow would be legal had the leader named ``suit``."""
    hand.v.led_suit = suit
    legal = True
    for seat, code in followers:
        if code is not None:
            play.legal_cards(hand.v, hand.st, seat)
            legal &= code in hand.by_print(hand.v.legal)
    hand.v.led_suit = _NONE
    return legal


def _compare_named(hand: RecordedHand) -> None:
    """Check that every recorded name of a suit goes with a suitless joker that was led."""
    v = hand.v
    for n in hand.record.named:
        leader = int(v.leaders[n])
        led = int(v.cards[n, leader]) if leader >= 0 else -1
        suitless = led // cards.STRIDE == cards.JOKERS
        if leader < 0 or not (suitless or (v.rules.joker_shared and _is_joker(hand, led))):
            message = f"trick {n + 1}: a suit is named, but no joker without a suit is led"
            raise hand.record.error(message, "jokernamed")


def _is_joker(hand: RecordedHand, card: int) -> bool:
    return hand.printed(card) in (cards.RED_JOKER, cards.BLACK_JOKER)


def check_score(hand: RecordedHand) -> None:
    """Check the number of tricks and the scores, where they are recorded."""
    record, v, st = hand.record, hand.v, hand.st
    scoring.score_hand(v, st)
    tricks = int(st.tricks)
    if record.result is not None and hand.contract and record.result != tricks:
        message = f"Result is {record.result}, but the contractor's side took {tricks} tricks"
        raise record.error(message, "result")
    if record.scores is not None:
        _compare_scores(hand, hand.by_team(record.scores, "gamescores"))
    hand.checked.append("the score" if hand.scores_known else "the points")


def _compare_scores(hand: RecordedHand, after: list[int]) -> None:
    v, st = hand.v, hand.st
    if not hand.scores_known:
        _work_back(hand, after)
        return
    expected = [int(v.score[team] + st.points[team]) for team in range(len(after))]
    if after != expected:
        sides = team_names(hand.rules)
        has = (f"{score} for {side}" for score, side in zip(after, sides, strict=True))
        right = f"by the rules they stand at {listed([str(score) for score in expected])}"
        raise hand.record.error(f"GameScores has {listed(list(has))}, {right}", "gamescores")


def _work_back(hand: RecordedHand, after: list[int]) -> None:
    """Take the scores before the hand from those after it.

    They stay unknown where trick points may have been cut off at a cap (RULES 8.5).
    """
    v, st = hand.v, hand.st
    teams = range(len(after))
    cap, points = int(v.rules.defenders_cap), [int(st.points[team]) for team in teams]
    before = [score - won for score, won in zip(after, points, strict=True)]
    v.score[: len(before)] = before
    scoring.score_hand(v, st)
    hand.scores_known = points == [int(st.points[team]) for team in teams] and cap not in after
    if not hand.scores_known:
        v.score[: len(before)] = 0
        scoring.score_hand(v, st)
