# Why a typed move cannot be made.

illegal = “{ $text }” is not possible: { $why }
illegal-game-over = the game is over.
illegal-no-such-square = this board has no square { $square }.
illegal-no-such-piece = there is no such piece in this game ({ $piece }). /pieces lists those there are.
illegal-no-piece = you have no { $piece } that could do this.
illegal-empty-square = nothing stands on { $square }.
illegal-opponents-piece = { $piece } belongs to your opponent.
illegal-other-piece = { $piece } is no { $named }.
illegal-same-square = { $piece } would stay where it is; a move has to end on another square.
illegal-cannot-reach = { $piece } cannot get to { $to } in one move. { $way }
illegal-cannot-reach-copying = { $piece } copies the { $copied } now and cannot get to { $to } that way.
illegal-none-reaches = no { $piece } of yours can go to { $to }.
illegal-none-reaches-copying = your Jokers copy the { $piece } now, and none of them can get to { $to } that way.
illegal-captures-by-going = { $piece } captures { $target } only by going to { $to }.
illegal-captures-otherwise = { $piece } does not capture { $target } by moving to { $to }. { $way }
illegal-captures-otherwise-copying = { $piece } copies the { $copied } now and does not capture { $target } by moving to { $to }. { $way }
illegal-blocked = { $by } blocks the way of { $piece } to { $to }.
illegal-own-piece = { $target } is your own piece, so { $piece } cannot capture it.
illegal-cannot-be-taken = { $target } cannot be captured or converted by anything.
illegal-joker-cannot-be-taken = { $target } has just copied a Block: in this move nothing can capture or convert it.
illegal-only-captures = { $piece } goes to { $to } only to capture, and { $to } is empty.
illegal-touches-nothing = { $piece } would stand alone on { $to }. A move that captures nothing has to end beside another piece.
illegal-nothing-to-capture = { $piece } can go to { $to }, but captures nothing there. Leave out the x.
illegal-nothing-to-convert = { $piece } has nothing to convert on { $to }.
illegal-en-passant-too-late = { $passed } could be captured en passant only right after its double step.
illegal-not-en-passant = { $piece } captures nothing en passant on { $to } now.
illegal-leaves-in-check = your King would then be in check from { $attackers }.
illegal-still-in-check = you are in check from { $attackers }, and this move does not change that.
illegal-king-attacked = on { $to } your King would be in check from { $attackers }.
illegal-locked = { $piece } is locked: it can move from move { $number } on.
illegal-frozen = { $piece } is frozen as long as { $by } stands next to it.
illegal-frozen-by-joker = { $piece } is frozen in this move, for { $by } has just copied an Immobilizer.
illegal-frozen-by-chameleon = { $piece } is frozen, for { $by } stands next to it and a Chameleon freezes an Immobilizer.
illegal-nothing-to-copy = { $piece } has nothing to copy, for { $opponent } has not moved yet.
illegal-nothing-to-copy-of-chameleon = { $piece } has nothing to copy, for { $opponent } moved a Chameleon.
illegal-promotion-required = on { $to } the Pawn must promote: { $choices }. Add it to the move, for example ={ $letter }.
illegal-promotion-unavailable = the Pawn cannot become this piece ({ $wanted }).{ $count ->
    [0] {""}
   *[other] {" "}It can become { $choices }.
}
illegal-nothing-to-become = { $piece } would have to promote on { $to }, and no captured piece is there to come back.
illegal-no-promotion-there = { $piece } cannot promote before rank { $rank }.
illegal-promotes-beside-king = Pawns promote only on the rank of the enemy King, now rank { $rank }.
illegal-no-cards = you have no cards left in your hand.
illegal-not-in-hand = you have no such card in your hand ({ $card }). /hand shows your cards.
illegal-no-pawn-to-drop-by = you can only drop beside or behind your own Pawns, and you have no Pawn left.
illegal-drop-occupied = the card cannot go where { $by } stands.
illegal-no-place-for-card = every square where the card { $card } could go is taken.
illegal-cannot-drop = the card { $card } cannot go to { $square }. A Pawn goes left or right of one of your Pawns, any other card right behind one.
illegal-cannot-drop-any = no card can go to { $square }. A Pawn goes left or right of one of your Pawns, any other card right behind one.
illegal-never-promotes = { $piece } never promotes.

# What attacks a King after a move that a Joker would copy.
attacker-copying = { $piece } (copying the { $copied })

# How a piece moves that does not get somewhere.
way-of-any-piece = /piece shows how it moves.
way-windmill = It only circles around a piece next to it, and nothing may stand in its way.
way-edgehog = Its move has to start or end at the edge of the board.
way-grasshopper = It only leaps over the first piece in a line and lands just behind it.
way-scorpion = It goes one step, or leaps over the first piece in a line and lands just behind it.
way-kangaroo = It only leaps over the first two pieces in a line and lands just behind the second.
way-chameleon = It captures each piece in that piece's own way, and otherwise moves like a Queen to an empty square.
way-diplomat = It goes one step, or converts a piece next to it.
way-archer = It leaps like a Knight, and captures from afar only one more such leap beyond, straight on.
way-cannon = To capture, it needs exactly one piece in between.

# How a piece captures that does not capture where it goes.
captures-advancer = It captures by moving up to the square just before its victim.
captures-withdrawer = It captures a piece next to it by moving straight away from it.
captures-coordinator = It captures where its new rank crosses your King's file, and where its new file crosses your King's rank.
captures-immobilizer = It never captures; it freezes the enemies next to it.
captures-block = A Block never captures.
captures-over-one = To capture, it needs exactly one piece in between.
captures-diagonally = It captures only one square diagonally.
captures-chameleon = A Chameleon captures each piece in that piece's own way.
captures-not-by-chameleon = No Chameleon can capture such a piece.

castling-not-in-this-game = there is no castling in this game.
castling-no-rook = there is no Rook of yours to castle with.
castling-right-lost = the King or that Rook has moved before.
castling-blocked = { $by } is in the way.
castling-in-check = the King is in check from { $attackers }.
castling-through-check = the King would cross { $square }, which is attacked by { $attackers }.
castling-into-check = the King would end on { $square }, which is attacked by { $attackers }.
illegal-two-meanings = { $letter } can mean { $own } or { $other } ({ $sign }).
