"""Five Hundred for four players in plain Python: the oracle for the compiled game.

Written from the rule book alone, with cards as words, lists and dicts, to be read by somebody who
plays the game and not to be fast. It shares no code with the packages it checks; the only thing in
common is how cards and calls are written: ``TS``, ``JH``, ``RJ``; ``Pass``, ``7NT``, ``M``, ``OM``,
``iS``. It takes the validated rules of a variant by their keys, never the record made from them.
"""
