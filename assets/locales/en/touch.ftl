# Touch-move: what was touched and what that demands. One reason a sentence; a piece is named as “Knight g1”.

terms-touch-move = Touch-move: a touched piece must move or be captured, and nothing is taken back
variant-touch-move = { $variant } with touch-move

touch-by-hand = { $name } touches { $pieces }.
touch-by-try = { $name } tried a move that is not possible, and so touches { $pieces }.
touch-released = { $name } releases { $pieces }, touched by { $other } only by accident.
touch-pawn-moved = { $name } moves { $piece } to { $to }; what it becomes is still open.

touch-touched = Touched: { $pieces }.
touch-free = Nothing that was touched can move or be captured, so any move is allowed.
touch-no-castling = Nothing that was touched can move or be captured, so any move is allowed, except castling with a Rook that was touched before the King.
touch-castle = The King was touched, and then { $piece }: the King must castle with { $piece }.
touch-move-first = { $piece } was touched first and must move.
touch-move-next = { $piece } must move, because nothing that was touched earlier can move or be captured.
touch-move-king = { $piece } must move: it was touched before a Rook, but cannot castle with it.
touch-move-rook = { $piece } must move, and castling with it is out: it was touched before the King.
touch-capture-with = { $piece } must capture { $victim }: of each side, these were touched first.
touch-capture-first = { $victim } was touched first and must be captured.
touch-capture-next = { $victim } must be captured, because nothing that was touched earlier can move or be captured.
touch-promoting = { $piece } has gone to { $to }, and that stands; only what it becomes is still open.

touch-forbids = “{ $text }” is not possible now: what was touched demands something else.
touch-tried = Trying it touches { $pieces }.
touch-left = { $count ->
    [one] One move is left:
   *[other] { $count } moves are left:
}
pick-rook-to-castle = { $piece }, to castle
button-release = Release what was touched

rules-touch-move =
    Touching binds, as on a real board. You touch pieces with /touch e2 d7, by picking one to move, or by trying a move that is not possible: that touches the piece, and the enemy piece on its target.
    Your own pieces only: in the order touched, the first that can move must move. Enemy pieces only: in the order touched, the first that can be captured must be captured.
    Both: your first one must capture the first enemy one. If it cannot, the first of all, in the order touched, that can move or be captured must.
    The King and then a Rook: castle with that Rook, or else move the King. A Rook and then the King: move the Rook; castling with it is out.
    If nothing that was touched can do anything, any move is allowed.
    A Pawn that reaches its promotion stays there, but until you confirm it you may choose what it becomes. Typed, d10=Q is final.
    A touch cannot be taken back, nor can a move. Your opponent can /release what you touched by accident.
