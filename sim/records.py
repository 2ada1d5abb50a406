"""Every numpy dtype that crosses into compiled code, and the dictionary of logged columns.

``RULES`` is a variant as flat numbers, ``VIEW`` is what one seat may know when it is asked, ``STATE``
is what nobody at the table may see, ``HAND`` and ``GAME`` are rows of the log, ``TRACE`` is the whole
story of one hand. Arrays indexed by seat or team hold 6; suit arrays hold 5 (spades, clubs, diamonds,
hearts, suitless jokers). Scalars are int64, so that arithmetic on them is the same compiled and
uncompiled. Arrays of these records are always made by the caller: Numba does not keep the array
behind a record alive.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.cards import N_CALLS, N_SUITS

MAX_SEATS: Final = 6
MAX_TEAMS: Final = 6  # five-handed play keeps a score for each player
MAX_DECK: Final = 72
MAX_KITTY: Final = 10  # cards put away: the kitty, and one more for a declared slam
MAX_CALLS: Final = 200
HAND_SIZE: Final = 10
N_TRICKS: Final = 10
N_PARAMS: Final = 16
MAX_GAME_HANDS: Final = 200

_I = np.int64


def _masks(name: str) -> tuple[str, type, tuple[int, ...]]:
    return (name, np.int32, (N_SUITS,))


RULES: Final = np.dtype(
    [
        # table
        ("n_players", _I),
        ("n_teams", _I),
        ("team", _I, (MAX_SEATS,)),  # seat -> team
        ("partner", _I, (MAX_SEATS,)),  # seat -> the one other seat of its team, -1 if not just one
        ("allies", _I, (MAX_SEATS,)),  # seat -> bit set of the seats of its team, its own too
        ("calls_partner", _I),  # 1: the contractor names a card, whose holder is his partner
        ("n_deck", _I),
        ("deck", _I, (MAX_DECK,)),  # printed card codes, ascending
        _masks("pack"),  # the same cards as printed suit masks
        ("n_kitty", _I),
        ("n_dead", _I),  # cards that nobody gets to see
        ("odd_four", _I),  # 1: trumps without a four borrow the other four of their colour
        # calls: indexed by call code
        ("rank", _I, (N_CALLS,)),  # place on the ladder, higher outranks; -1: not in this game
        ("value", _I, (N_CALLS,)),  # points of the contract
        ("strain", _I, (N_CALLS,)),  # 0..3 trump suit, 4 no trumps (misere too)
        ("level", _I, (N_CALLS,)),  # tricks named, 6..10; 0 for misere
        ("kind", _I, (N_CALLS,)),  # cards.KIND_*
        ("misere", _I, (N_CALLS,)),  # 1: the contract is to take no trick
        ("above", _I, (N_CALLS,)),  # bit set of calls that outrank this one; of a pass: all bids
        ("inkles", _I),  # bit set of calls that can never be the contract
        ("after_seven", _I),  # bit set of calls that wait for a natural bid of seven or more
        ("after_eight", _I),  # bit set of calls that wait for a natural bid of eight or more
        ("after_partner", _I),  # bit set of calls that wait for a misere bid by partner
        ("blind", _I),  # bit set of calls made before looking at the cards, as one's first
        ("miseres", _I),  # bit set of the calls whose contract is to take no trick
        ("no_kitty", _I),  # bit set of calls whose contractor leaves the kitty alone
        # auction
        ("one_round", _I),  # 1: one call each; 0: a pass is final, the auction goes round
        ("inkle_callers", _I),  # the first so many callers may inkle
        ("raise_own_bid", _I),  # RAISE_*
        ("bid_after_pass", _I),  # AFTER_PASS_*
        ("redeal", _I),  # REDEAL_*
        ("redeal_partner", _I),  # REDEAL_PARTNER_*
        ("all_pass", _I),  # ALL_PASS_*
        ("ralphing", _I),  # 1: set by more than three tricks, a player may not bid in the next hand
        (
            "rare_bids",
            _I,
        ),  # 1: some calls depend on more than what stands (see auction.legal_calls)
        # joker in no trumps and misere
        ("nominate", _I),  # 1: the contractor may give it a suit before play
        ("joker_lead", _I),  # JOKER_LEAD_*
        ("joker_follow", _I),  # JOKER_FOLLOW_*
        ("joker_forced", _I),  # JOKER_FORCED_*
        ("joker_void", _I),  # JOKER_VOID_*
        ("joker_low", _I),  # 1: in misere it is the lowest card
        ("joker_shared", _I),  # 1: a suit given to one joker is the other's too
        # play
        ("open_at_once", _I),  # 1: an open hand is shown before the first lead; 0: after trick 1
        ("both_hands", _I),  # 1: in misere the contractor plays his partner's open hand too
        ("double_exchange", _I),  # DOUBLE_*
        ("left_leads", _I),  # 1: the seat left of the dealer leads first; 0: the contractor
        ("jack_high", _I),  # 1: at no trumps a jack beats the ace of its suit
        # scoring
        ("slam", _I),  # least value of a made contract with all ten tricks; 0: no slam bonus
        ("slam_call", _I),  # 1: a contractor may declare a slam
        ("slam_bonus", _I),  # what a declared slam adds to the value
        ("failed_gain", _I),  # 1: the value of a set bid is the opponents' gain; 0: a loss
        ("trick_points", _I),
        ("defenders", _I),  # DEFENDERS_*
        ("misere_defenders", _I),  # MISERE_DEFENDERS_*
        ("defenders_cap", _I),  # trick points lift a score no higher than this; 0: no cap
        # end of the game
        ("target", _I),
        ("must_bid_to_win", _I),
        ("both_over", _I),  # BOTH_OVER_*
        ("back_door", _I),  # at or below this score the game is lost; 0: no back door
        ("fallen_play_on", _I),  # 1: it is not lost then, but can no longer be won
        ("point_spread", _I),  # the game is won by a lead of so many points; 0: it is not
        ("hands_limit", _I),  # hands of a game; 0: it goes to the target
    ],
    align=True,
)

RAISE_NEVER: Final = 0
RAISE_ONCE: Final = 1
RAISE_REPEATEDLY: Final = 2
RAISE_REOPENING: Final = 3
AFTER_PASS_NEVER: Final = 0
AFTER_PASS_STRAIN_CHANGED: Final = 1
AFTER_PASS_ALWAYS: Final = 2
REDEAL_NEVER: Final = 0
REDEAL_NO_PICTURE: Final = 1
REDEAL_NO_ACE_NO_FACE: Final = 2
REDEAL_PARTNER_NOT_ASKED: Final = 0
REDEAL_PARTNER_AGREES: Final = 1
REDEAL_PARTNER_OR_NO_MISERE: Final = 2
DOUBLE_CONTRACTOR: Final = 0
DOUBLE_PASS_ON: Final = 1
DOUBLE_SWAP_FIVE: Final = 2
ALL_PASS_NEXT_DEALER: Final = 0
ALL_PASS_SAME_DEALER: Final = 1
ALL_PASS_NO_TRUMPS: Final = 2
JOKER_LEAD_ANY_SUIT: Final = 0
JOKER_LEAD_UNLED_SUIT: Final = 1
JOKER_LEAD_LAST_TRICK: Final = 2
JOKER_FOLLOW_WHEN_VOID: Final = 0
JOKER_FOLLOW_FIRST_ROUND: Final = 1
JOKER_FOLLOW_FIRST_OR_LAST: Final = 2
JOKER_FOLLOW_EVERY_SUIT: Final = 3
JOKER_FORCED_NEVER: Final = 0
JOKER_FORCED_IN_MISERE: Final = 1
JOKER_FORCED_ALWAYS: Final = 2
JOKER_VOID_ANYTHING: Final = 0
JOKER_VOID_NOT_NAMED: Final = 1
JOKER_VOID_WORTHLESS: Final = 2
DEFENDERS_ALWAYS: Final = 0
DEFENDERS_IF_SET: Final = 1
DEFENDERS_NEVER: Final = 2
MISERE_DEFENDERS_NOTHING: Final = 0
MISERE_DEFENDERS_FORCED_TRICKS: Final = 1
MISERE_DEFENDERS_OWN_TRICKS: Final = 2
BOTH_OVER_HIGHER_SCORE: Final = 0
BOTH_OVER_BIDDERS: Final = 1
BOTH_OVER_FIRST_TO_TARGET: Final = 2
BOTH_OVER_FIRST_TRICK: Final = 3

VIEW: Final = np.dtype(
    [
        # the question
        ("seat", _I),  # who is asked [seat]
        ("partner", _I),  # the one seat known to play with me, -1 if there is not one [seat, -1]
        ("allies", _I),  # the seats known to play with me, my own too [seats]
        ("noise", _I),  # fresh random number for this decision [0 to 2**63-1]
        _masks("legal"),  # cards that may be answered (discard, play) [masks]
        ("legal_calls", _I),  # calls that may be answered (bid, raise_bid) [calls]
        ("legal_suits", _I),  # suits that may be answered (name_suit, nominate) [suits]
        ("redeal_asked_by", _I),  # who wants a redeal (redeal), -1: my own wish [seat, -1]
        # what the seat holds and has seen
        _masks("hand"),  # mine: as printed in the auction, regrouped after it [masks]
        _masks("unseen"),  # neither held, nor played, nor known to be put away or exposed [masks]
        _masks("kitty"),  # to the contractor after the auction, else empty [masks]
        _masks("discarded"),  # to the contractor: what was put away; else empty [masks]
        # the auction
        ("dealer", _I),  # who has dealt; the next seat calls first [seat]
        ("n_calls", _I),  # how many calls were made so far [0 to 200]
        ("call_seat", _I, (MAX_CALLS,)),  # who made each call, in order [seat]
        ("call", _I, (MAX_CALLS,)),  # the calls, in order [call]
        ("standing", _I),  # highest bid so far (an inkle too), 0 if none [call]
        ("standing_seat", _I),  # who made it, -1 if none [seat, -1]
        ("passed", _I),  # the seats that have passed [seats]
        ("first_bid", _I, (MAX_SEATS,)),  # each seat's first bid, 0 if none [call]
        ("last_bid", _I, (MAX_SEATS,)),  # each seat's latest bid, 0 if none [call]
        ("highest_level", _I),  # highest level of a natural bid so far, 0 if none [0, 6 to 10]
        ("bid_misere", _I),  # the seats that have bid some kind of misere [seats]
        ("barred", _I),  # the seats that may only pass in this hand [seats]
        ("no_misere", _I),  # the seats that may bid no misere, a redeal having been refused [seats]
        ("raise_asked", _I),  # how often the high bidder was asked if he raises his bid [0 to 200]
        # the contract
        ("contract", _I),  # what is played, 0 when everybody passed [call]
        ("contractor", _I),  # who plays it, -1 if nobody [seat, -1]
        ("strain", _I),  # trump suit, 4 without trumps, -1 in the auction [-1 to 4]
        ("level", _I),  # tricks needed, 0 in misere [0, 6 to 10]
        ("kind", _I),  # of contract: sim.cards.KIND_* [0 to 8]
        ("misere", _I),  # 1 if the contract is to take no trick [0 or 1]
        ("sitting_out", _I),  # the seats that do not play [seats]
        ("slam_called", _I),  # 1 if the contractor has declared a slam [0 or 1]
        ("called", _I),  # card whose holder is the contractor's partner, -1 if none [card, -1]
        ("called_seat", _I),  # who has played it, -1 as long as nobody has [seat, -1]
        ("nominated", _I),  # suit of a joker nominated before play, -1 if none [suit, -1]
        ("exposed_seat", _I),  # whose hand lies open, -1 if nobody's [seat, -1]
        _masks("exposed"),  # that hand [masks]
        ("dummy", _I),  # whose open hand the contractor plays too, -1 if none [seat, -1]
        _masks("mate"),  # the one of these two hands that is not mine to play now [masks]
        # play
        ("trick", _I),  # which trick is played [0 to 9]
        ("leader", _I),  # who has led it, or leads now; -1 before play [seat, -1]
        ("n_in_trick", _I),  # cards on the table [0 to 5]
        ("led_suit", _I),  # suit to follow (4: a joker's own), -1 when leading [-1 to 4]
        ("best_card", _I),  # the card that is winning the trick, -1 when leading [card, -1]
        ("best_seat", _I),  # who has played it, -1 when leading [seat, -1]
        ("on_table", _I, (MAX_SEATS,)),  # each seat's card in this trick, -1 if none [card, -1]
        ("tricks_won", _I, (MAX_SEATS,)),  # by each seat [0 to 10]
        _masks("played"),  # all cards played so far, this trick's too [masks]
        ("shown_void", _I, (MAX_SEATS,)),  # suits that each seat has failed to follow [suits]
        ("suits_led", _I),  # suits led so far, named ones too [suits]
        ("leaders", _I, (N_TRICKS,)),  # who led each trick, -1 if nobody yet [seat, -1]
        ("cards", _I, (N_TRICKS, MAX_SEATS)),  # who played what, -1 if nothing [card, -1]
        # the game
        ("score", _I, (MAX_TEAMS,)),  # of each team, before this hand [points]
        ("fallen", _I),  # the teams that have been at the back door and cannot win [teams]
        ("params", np.float64, (N_PARAMS,)),  # the strategy's own parameters [numbers]
        ("rules", RULES),  # the game: n_players and all else of RULES [record]
    ],
    align=True,
)

STATE: Final = np.dtype(
    [
        ("deal", _I),
        ("noise_key", np.uint64),
        ("deck", _I, (MAX_DECK,)),  # the pack while it is shuffled
        ("n_held", _I),  # 10 when one seat is dealt the same cards every time, else 0
        ("held", _I, (HAND_SIZE,)),  # these cards, printed
        ("held_seat", _I),  # who gets them
        ("dealt", np.int32, (MAX_SEATS, N_SUITS)),  # as printed
        ("dealt_kitty", np.int32, (N_SUITS,)),  # as printed
        ("hands", np.int32, (MAX_SEATS, N_SUITS)),  # what each seat holds now
        _masks("kitty"),  # as regrouped, once it is taken up
        _masks("discards"),
        _masks("unplayed"),  # the pack without what was played
        ("n_discards", _I),  # how many the contractor has to put away
        ("discard_order", _I, (MAX_KITTY,)),  # cards he put away, in order
        ("discarder", _I),  # who knows the discards, -1 if nobody
        ("partner_order", _I, (MAX_KITTY,)),  # cards that partner put away or gave, -1 for none
        ("given", _I),  # partner's best card for a declared slam, -1 if none
        ("partner", _I),  # seat that holds the called card, -1 if none does
        ("side", _I),  # bit set of the seats whose tricks count for the contract
        ("n_active", _I),  # seats that play
        ("joker_way", _I),  # 1: a suitless joker does more here than go to a void (see play)
        ("joker_low", _I),  # 1: jokers are the lowest cards in this hand
        ("top", _I),  # suit that beats the others in this trick
        ("first_round", _I),  # 1: the suit led to this trick had not been led before
        ("redeal_by", _I),  # seat that asked for a redeal, -1 if nobody did
        ("redealt", _I),  # 1 if the hand is thrown in for it
        ("named", _I, (N_TRICKS,)),  # suit named for a led joker, -1 if none
        ("winners", _I, (N_TRICKS,)),
        ("points", _I, (MAX_TEAMS,)),  # of the hand, by team
        ("tricks", _I),  # of the contractor's side
        ("made", _I),  # 1 if the contract was made
        # parameters by seat: for bidding, then (from MAX_SEATS) for the cards
        ("params", np.float64, (2 * MAX_SEATS, N_PARAMS)),
        ("params_of", _I, (2 * MAX_SEATS,)),  # the first row with the same parameters
        ("hooks_of", _I, (MAX_SEATS,)),  # the first seat with the same strategy
        ("plays_of", _I, (MAX_SEATS,)),  # the same, of who plays that hand
        ("params_now", _I),  # whose parameters the view holds now
        ("hook", _I),  # what was asked last: HOOK_*
        ("answer", _I),  # what came
    ],
    align=True,
)

# The questions a strategy may be asked, in the order of its hooks.
HOOKS: Final = (
    "bid",
    "discard",
    "play",
    "name_suit",
    "nominate",
    "raise_bid",
    "bid_blind",
    "redeal",
    "declare_slam",
    "call_partner",
)
HOOK_BID: Final = 0
HOOK_DISCARD: Final = 1
HOOK_PLAY: Final = 2
HOOK_NAME_SUIT: Final = 3
HOOK_NOMINATE: Final = 4
HOOK_RAISE_BID: Final = 5
HOOK_BID_BLIND: Final = 6
HOOK_REDEAL: Final = 7
HOOK_DECLARE_SLAM: Final = 8
HOOK_CALL_PARTNER: Final = 9
# The questions about cards, as a bit set; the others belong to the auction.
CARD_HOOKS: Final = (
    1 << HOOK_DISCARD
    | 1 << HOOK_PLAY
    | 1 << HOOK_NAME_SUIT
    | 1 << HOOK_NOMINATE
    | 1 << HOOK_CALL_PARTNER
)

HAND: Final = np.dtype(
    [
        ("deal", np.int64),
        ("game", np.int32),
        ("hand_no", np.int16),
        ("dealer", np.int8),
        ("n_calls", np.uint8),
        ("contract", np.uint8),
        ("contractor", np.int8),
        ("partner", np.int8),
        ("slam_called", np.int8),
        ("redealt", np.int8),
        ("tricks", np.int8),
        ("made", np.int8),
        ("trumps", np.int8),
        ("jokers", np.int8),
        ("bowers", np.int8),
        ("side_aces", np.int8),
        ("voids", np.int8),
        ("points", np.int16, (MAX_TEAMS,)),
        ("score_before", np.int32, (MAX_TEAMS,)),
    ],
    align=True,
)

GAME: Final = np.dtype(
    [
        ("game", np.int32),
        ("first_dealer", np.int8),
        ("n_hands", np.int16),
        ("n_passed_out", np.int16),
        ("winner", np.int8),
        ("ended_by", np.uint8),
        ("score", np.int32, (MAX_TEAMS,)),
    ],
    align=True,
)

# How a game ended (``GAME.ended_by``).
ENDINGS: Final = ("unfinished", "contract", "points", "back door", "spread", "hands")

TRACE: Final = np.dtype(
    [
        ("deal", np.int64),
        ("game", np.int32),
        ("hand_no", np.int16),
        ("dealer", np.int8),
        ("dealt", np.int32, (MAX_SEATS, N_SUITS)),  # printed masks
        ("kitty", np.int32, (N_SUITS,)),  # printed masks
        ("n_calls", np.int16),
        ("call_seat", np.int8, (MAX_CALLS,)),
        ("call", np.uint8, (MAX_CALLS,)),
        ("contract", np.uint8),
        ("contractor", np.int8),
        ("redeal_by", np.int8),  # seat that asked for a redeal, -1 = nobody
        ("redealt", np.int8),  # 1 = thrown in for it
        ("barred", np.int16),  # bit set of seats that could only pass
        ("slam_called", np.int8),
        ("given", np.uint8),  # partner's best card for a declared slam, printed, 255 = none
        ("called", np.uint8),  # card called for a partner, printed, 255 = none
        ("partner", np.int8),  # who held it, -1 = nobody
        ("nominated", np.int8),
        ("discards", np.uint8, (MAX_KITTY,)),  # printed codes in order, 255 = none
        (
            "partner_discards",
            np.uint8,
            (MAX_KITTY,),
        ),  # what partner put away or gave (double nullo)
        ("n_tricks", np.int8),
        ("leaders", np.int8, (N_TRICKS,)),
        ("winners", np.int8, (N_TRICKS,)),
        ("cards", np.uint8, (N_TRICKS, MAX_SEATS)),  # printed codes by seat, 255 = none
        ("named", np.int8, (N_TRICKS,)),  # suit named for a led joker, -1 = none
        ("tricks_won", np.int8, (MAX_SEATS,)),
        ("points", np.int16, (MAX_TEAMS,)),
        ("score_before", np.int32, (MAX_TEAMS,)),
    ],
    align=True,
)
