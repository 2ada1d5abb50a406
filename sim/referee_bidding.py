"""The referee before play: the deal, the auction, the exchange, the joker given a suit."""

from __future__ import annotations

from typing import Any, Final

from sim import auction, cards, dealing, exchange
from sim.notation import CallMade
from sim.records import ALL_PASS_NO_TRUMPS
from sim.referee_table import RecordedHand
from sim.referee_words import call_refused, pack_faults
from sim.replay import call_text, card_text

_NOBODY: Final = -1


def check_deal(hand: RecordedHand) -> None:
    """Check that the cards are one pack dealt out, and lay them on the table."""
    record, pack = hand.record, cards.mask_cards(hand.v.rules.pack)
    n = len(hand.seats)
    if record.players != n:
        message = f"{record.players} hands, but {hand.rules.title} is for {n} players"
        raise record.error(message, "deal")
    for tag, fault in pack_faults(record, pack, int(hand.v.rules.n_kitty)):
        raise record.error(fault, tag)
    kitty = record.kitty
    if kitty is None and record.added is not None:
        kitty = record.added[1]
    places = [*record.hands, kitty]
    if places.count(None) == 1 and not hand.v.rules.n_dead:  # the rest of the pack
        seen = {code for place in places for code in place or ()}
        places[places.index(None)] = tuple(code for code in pack if code not in seen)
    for seat in hand.seats:
        hand.st.dealt[seat] = cards.card_masks(places[seat] or ())
    hand.st.dealt_kitty[:] = cards.card_masks(places[-1] or ())
    hand.hand_known = [place is not None for place in places[:-1]]
    hand.st.deal = -1 if record.deal is None else record.deal
    before_first = ((record.first_caller or 0) - 1) % n
    dealing.clear(hand.v, hand.st, before_first if record.dealer is None else record.dealer)
    if record.scores_before is not None:
        scores = hand.by_team(record.scores_before, "scoresbefore")
        hand.v.score[: len(scores)] = scores
        hand.scores_known = True
    hand.v.barred = sum(1 << seat for seat in record.barred)
    hand.checked.append("the deal")


def check_auction(hand: RecordedHand) -> None:
    """Check every call, and the contract that comes of them."""
    record = hand.record
    if record.forced is not None:
        hand.contract, hand.contractor = record.forced.call, record.forced.seat
        if hand.v.rules.kind[hand.contract] in (cards.KIND_NONE, cards.KIND_INKLE):
            raise record.error(f"{call_text(hand.contract)} cannot be a contract", "forced")
        hand.checked.append("a contract given without an auction")
    elif record.calls or record.first_caller is not None or record.redeal is not None:
        _calls(hand)
    elif record.contract and record.declarer is not None:
        hand.contract, hand.contractor = record.contract, record.declarer
        if hand.v.rules.rank[hand.contract] < 0 or record.contract >= cards.FIRST_INKLE:
            raise record.error(f"{call_text(hand.contract)} cannot be a contract", "contract")
        hand.notes.append("the auction is not recorded")
    else:
        hand.ending = "No auction is recorded."
    if not hand.ending:
        _compare_contract(hand)


def _calls(hand: RecordedHand) -> None:
    record, v = hand.record, hand.v
    for n, made in enumerate(record.calls):
        what = f"call {n + 1}: {hand.names[made.seat]}'s {call_text(made.call)}"
        seat = auction.next_caller(v)
        _ask_redeal(hand, seat)
        if made.seat != seat and _passes_again(hand, made):
            continue
        if seat < 0:
            raise record.error(f"{what} comes after the end of the auction", made.line)
        if made.seat != seat:
            raise record.error(f"{what} is out of turn, {hand.names[seat]} is to call", made.line)
        legal = int(auction.legal_calls(v, seat))
        if not (legal >> made.call) & 1:
            raise record.error(f"{what} {call_refused(v, made.call, legal)}", made.line)
        auction.apply_call(v, seat, made.call)
    hand.checked.append(f"{len(record.calls)} calls")
    seat = auction.next_caller(v)
    _ask_redeal(hand, seat)
    if hand.st.redealt:
        return
    goes_on = bool(record.contract or record.removed or record.tricks)
    if seat >= 0 and not goes_on:
        hand.ending = f"The record ends in the auction, {hand.names[seat]} to call."
        return
    if seat >= 0:
        hand.notes.append("the last passes are not recorded")
    while seat >= 0:
        auction.apply_call(v, seat, cards.PASS)
        seat = auction.next_caller(v)
    hand.contract = int(auction.final_contract(v))
    hand.contractor = int(v.standing_seat) if hand.contract else _NOBODY


def _ask_redeal(hand: RecordedHand, seat: int) -> None:
    """Let a seat ask for a redeal in front of its call, if that is recorded and it may."""
    redeal, v, st = hand.record.redeal, hand.v, hand.st
    if redeal is None or redeal[0] != seat or st.redeal_by >= 0:
        return
    if not auction.may_ask_redeal(v, st, seat):
        message = f"{hand.names[seat]} may not ask for a redeal"
        raise hand.record.error(message, "redeal")
    st.redeal_by = seat
    st.redealt = int(redeal[1])
    if not redeal[1]:
        auction.refuse_redeal(v, seat)


def _passes_again(hand: RecordedHand, made: CallMade) -> bool:
    """Return whether a seat that has passed was asked again and passes, where the option says so.

    The record's ``bidAfterPass`` is not among the rules here; such a pass changes nothing.
    """
    asked_again = any(
        key.lower() == "bidafterpass" and value
        for key, value in (hand.record.options or {}).items()
    )
    has_passed = (int(hand.v.passed) >> made.seat) & 1
    return asked_again and bool(has_passed) and made.call == cards.PASS


def _compare_contract(hand: RecordedHand) -> None:
    record, call = hand.record, call_text(hand.contract)
    if record.contract is not None and record.contract != hand.contract:
        found = call_text(record.contract)
        raise record.error(f"Contract is {found}, but the auction ends with {call}", "contract")
    if record.declarer is not None and record.declarer != hand.contractor:
        found = hand.names[record.declarer]
        who = "nobody" if hand.contractor < 0 else hand.names[hand.contractor]
        raise record.error(f"Declarer is {found}, but the contract is {who}'s", "declarer")


def check_exchange(hand: RecordedHand) -> None:
    """Check the cards added and removed, and the suit given to the contractor's joker."""
    record = hand.record
    if hand.contract == cards.PASS:
        _pass_out(hand)
        return
    exchange.begin_contract(hand.v, hand.st, hand.contract, hand.contractor)
    _compare_added(hand)
    if record.removed is None and not record.tricks:
        who, call = hand.names[hand.contractor], call_text(hand.contract)
        hand.ending = f"The record ends with the auction: {who} has the contract, {call}."
        return
    _fill_in_hands(hand)
    _declare_slam(hand)
    if record.removed is not None:
        _put_away(hand, *record.removed)
        hand.checked.append("the exchange")
    _partner_puts_away(hand)
    _call_partner(hand)
    _nominate(hand)


def _declare_slam(hand: RecordedHand) -> None:
    """Let the contractor declare a slam, if that is recorded; the card is partner's best."""
    card = hand.record.slam
    if card is None:
        return
    if not exchange.may_declare_slam(hand.v):
        raise hand.record.error("by these rules no slam is declared here", "slamcalled")
    exchange.declare_slam(hand.v, hand.st)
    given = hand.printed(int(hand.st.given))
    if given != card:
        message = f"partner's best card is {card_text(given)}, not {card_text(card)}"
        raise hand.record.error(message, "slamcalled")


def _partner_puts_away(hand: RecordedHand) -> None:
    """Let partner do his part of the exchange of a double nullo."""
    n, codes = int(exchange.partner_discards(hand.v, hand.st)), hand.record.partner_removed or ()
    if len(codes) != n:
        message = f"partner puts away {len(codes)} cards, not {n}"
        raise hand.record.error(message, "partnerremoved")
    partner = int(hand.v.rules.partner[hand.contractor])
    for place, code in enumerate(codes):
        held: dict[int, Any] = hand.held(partner)
        if code not in held:
            message = (
                f"{hand.names[partner]} puts away {card_text(code)}, which is not in that hand"
            )
            raise hand.record.error(message, "partnerremoved")
        exchange.partner_puts(hand.v, hand.st, place, held[code])
    if n:
        exchange.end_swap(hand.v, hand.st)


def _call_partner(hand: RecordedHand) -> None:
    """Find the partner whose card the contractor has called."""
    called = hand.record.called
    if not exchange.may_call_partner(hand.v):
        if called is not None:
            raise hand.record.error("by these rules no partner is called here", "calledcard")
        return
    exchange.callable_cards(hand.v, hand.st)
    legal = hand.by_print(hand.v.legal)
    if called is None or called < 0:
        exchange.call_partner(hand.v, hand.st, _NOBODY)
    elif called in legal:
        exchange.call_partner(hand.v, hand.st, legal[called])
    else:
        message = f"{card_text(called)} may not be called: it is the contractor's, or a joker"
        raise hand.record.error(message, "calledcard")


def _pass_out(hand: RecordedHand) -> None:
    record = hand.record
    if not hand.st.redealt and hand.v.rules.all_pass == ALL_PASS_NO_TRUMPS:
        exchange.begin_contract(hand.v, hand.st, cards.PASS, _NOBODY)
        _fill_in_hands(hand)
        return
    for found, tag in ((record.removed, "cardsremoved"), (record.tricks, "play")):
        if found:
            raise record.error("everybody passed, so by these rules nothing is played", tag)


def _compare_added(hand: RecordedHand) -> None:
    added = hand.record.added
    if added is None:
        return
    if added[0] != hand.contractor:
        who = hand.names[hand.contractor]
        raise hand.record.error(f"the kitty goes to the contractor, {who}", "cardsadded")
    if any(hand.st.dealt_kitty) and cards.card_masks(added[1]) != list(hand.st.dealt_kitty):
        kitty = " ".join(card_text(code) for code in cards.mask_cards(hand.st.dealt_kitty))
        raise hand.record.error(f"the kitty is {kitty}, but other cards were added", "cardsadded")


def _fill_in_hands(hand: RecordedHand) -> None:
    """Give a seat whose cards are not recorded those that it plays: it is held to no others.

    So is a contractor whose discards are not recorded.
    """
    for seat in hand.seats:
        cards_known = hand.hand_known[seat]
        settled = hand.record.removed is not None or hand.st.n_discards == 0
        if cards_known and (seat != hand.contractor or settled):
            continue
        played = [row.cards[seat] for row in hand.record.tricks]
        if cards_known:
            possible = set(hand.held(seat))
        else:
            others = [hand.st.dealt[other] for other in hand.seats if other != seat]
            elsewhere = {code for masks in others for code in cards.mask_cards(masks)}
            possible = set(cards.mask_cards(hand.v.rules.pack)) - elsewhere
        kept = [code for code in played if code is not None and code in possible]
        if cards_known:
            _infer_discards(hand, kept)
        hand.st.hands[seat] = cards.card_masks(kept)
        exchange.group(hand.v, hand.st.hands[seat])
        if not (int(hand.v.sitting_out) >> seat) & 1:
            what = "discards" if cards_known else "cards"
            who = hand.names[seat]
            hand.notes.append(f"{who}'s {what} are not recorded, only the cards played count")


def _infer_discards(hand: RecordedHand, kept: list[int]) -> None:
    """Put away what the contractor never plays, if that is as many cards as the kitty has."""
    held = hand.held(hand.contractor)
    rest = [card for code, card in held.items() if code not in kept]
    if len(rest) == hand.v.rules.n_kitty:
        for card in rest:
            hand.discard(card)


def _put_away(hand: RecordedHand, seat: int, codes: tuple[int, ...]) -> None:
    who, n_kitty = hand.names[hand.contractor], int(hand.st.n_discards)
    if seat != hand.contractor:
        raise hand.record.error(f"it is the contractor, {who}, who discards", "cardsremoved")
    if len(codes) != n_kitty:
        message = f"{len(codes)} cards put away, not {n_kitty} as the kitty has"
        raise hand.record.error(message, "cardsremoved")
    for code in codes if hand.hand_known[seat] else ():
        held: dict[int, Any] = hand.held(seat)
        if code not in held:
            message = f"{who} puts away {card_text(code)}, which is not in that hand"
            raise hand.record.error(message, "cardsremoved")
        hand.discard(held[code])


def _nominate(hand: RecordedHand) -> None:
    if exchange.may_nominate(hand.v, hand.st):
        exchange.nominate(hand.v, hand.st, hand.nominated)
    elif (hand.record.nominated or _NOBODY) >= 0:
        allowed = "only a contractor who holds one may, in no trumps or misère"
        reason = allowed if hand.v.rules.nominate else "these rules have no such thing"
        raise hand.record.error(f"a suit given to the joker: {reason}", "jokernominated")
