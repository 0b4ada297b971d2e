# Why a typed move cannot be made.

illegal = “{ $text }” is not possible: { $why }
illegal-game-over = the game is over.
illegal-no-such-square = this board has no square { $square }.
illegal-no-such-piece = this game is played without a { $piece }.
illegal-no-piece = you have no { $piece } that could do this.
illegal-empty-square = nothing stands on { $square }.
illegal-opponents-piece = { $piece } belongs to your opponent.
illegal-other-piece = { $piece } stands there, no { $named }.
illegal-same-square = { $piece } would stay where it is.
illegal-cannot-reach = { $piece } does not move to { $to } in one move. /piece shows how it moves.
illegal-none-reaches = no { $piece } of yours can go to { $to }.
illegal-blocked = { $piece } is blocked by { $by }.
illegal-own-piece = your own { $target } is there.
illegal-cannot-be-taken = { $target } cannot be captured.
illegal-only-captures = { $piece } goes to { $to } only to capture, and nothing is there.
illegal-nothing-to-capture = { $piece } can go to { $to }, but there is nothing to capture. Type it without the x.
illegal-nothing-to-convert = { $piece } finds nothing to convert on { $to }.
illegal-en-passant-too-late = { $passed } could be captured en passant only right after its double step.
illegal-not-en-passant = nothing can be captured en passant there now.
illegal-leaves-in-check = it leaves your King in check from { $attackers }.
illegal-still-in-check = you are in check, and this does not stop { $attackers }.
illegal-king-attacked = your King would be in check from { $attackers } on { $to }.
illegal-locked = { $piece } is locked until move { $number }.
illegal-frozen = { $piece } is frozen by { $by }.
illegal-nothing-to-copy = { $piece } has nothing to copy.
illegal-promotion-required = on { $to } the Pawn has to become something: { $choices }. Type it behind the move, such as =Q.
illegal-promotion-unavailable = the Pawn cannot become a { $wanted }{ $count ->
    [0] .
   *[other] . It can become { $choices }.
}
illegal-nothing-to-become = { $piece } would have to promote on { $to }, and no captured piece is there to come back.
illegal-no-promotion-there = Pawns promote only from rank { $rank } on.
illegal-never-promotes = { $piece } never promotes.

castling-not-in-this-game = there is no castling in this game.
castling-no-rook = there is no Rook to castle with.
castling-right-lost = the King or that Rook has moved before.
castling-blocked = { $by } is in the way.
castling-in-check = the King is in check from { $attackers }.
castling-through-check = the King would cross { $square }, which is attacked by { $attackers }.
castling-into-check = the King would end on { $square }, which is attacked by { $attackers }.
