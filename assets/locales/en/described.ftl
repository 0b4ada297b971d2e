# Pictures in words, for those who do not see them: which pieces stand where, and every mark.

pieces-counted = { $count } { $pieces }
pieces-on-squares = { $pieces } on { $squares }

described-turn = Move { $number }, { $side } to move.
described-last-castling = Last move: King and Rook castle { $castling ->
    [kingside] kingside
   *[queenside] queenside
}, King from { $from } to { $king }, Rook to { $rook }.
described-captured-brief = Captured by { $side }: { $count ->
    [one] one piece.
   *[other] { $count } pieces.
}
described-en-passant = En passant possible on { $squares }.
described-drop = Squares for a card: { $squares }.
described-drop-brief = Squares for a card: { $count }; /hand lists them.
described-frozen = Frozen: { $pieces }.
described-locked = Locked until move { $number }: { $pieces }.
described-locked-somehow = Locked: { $pieces }.
described-check = In check: { $pieces }.
described-check-by = In check: { $pieces }, by { $attackers }.
described-picked = Chosen: { $pieces }.
described-captures = Can capture: { $pieces }.
described-captures-going = Can capture by going to: { $squares }.
described-also-captured = Captured that way: { $pieces }.
described-converts = Can convert: { $pieces }.
described-movable = Can move: { $pieces }.
described-movable-brief = Can move: { $count ->
    [one] one piece; /moves names it.
   *[other] { $count } pieces; /moves names them.
}
described-targets = Can go to: { $squares }.
described-targets-brief = Squares it can go to: { $count }; /moves names them.
described-promotion-ranks = Promotion ranks, outlined: { $ranks }.
described-more = The rest: /board text.
described-lead = Material: { $side } +{ $lead }.
