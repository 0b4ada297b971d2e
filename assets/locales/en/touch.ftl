# Touch-move: what was touched and what that demands. One reason a sentence; a piece is named as “Knight g1”.

terms-touch-move = Touch-move: a touched piece must move or be captured, and there are no takebacks
variant-touch-move = { $variant } with touch-move

touch-by-hand = { $name } touches { $pieces }.
touch-by-try = { $name } tried an impossible move; that touches { $pieces }.
touch-released = { $name } releases what { $other } touched only by accident: { $pieces }.
touch-pawn-moved = { $name } moves { $piece } to { $to }; what it becomes is still open.

touch-touched = Touched: { $pieces }.
touch-free = No touched piece can move or be captured, so any move is allowed.
touch-no-castling = No touched piece can move or be captured, so any move is allowed, except castling with a Rook that was touched before the King.
touch-castle = The King was touched, and then { $piece }: the King must castle with { $piece }.
touch-move-first = { $piece } was touched first and must move.
touch-move-next = { $piece } must move: no piece touched earlier can move or be captured.
touch-move-king = { $piece } must move: it was touched before a Rook, but cannot castle with it.
touch-move-rook = { $piece } must move, and not by castling: it was touched before the King.
touch-capture-with = { $piece } must capture { $victim }: they were the first piece touched on each side.
touch-capture-first = { $victim } was touched first and must be captured.
touch-capture-next = { $victim } must be captured: no piece touched earlier can move or be captured.
touch-promoting = { $piece } has moved to { $to } and stays there; only what it becomes is still open.

touch-forbids = “{ $text }” is not allowed now (touch-move).
touch-tried = Trying it touches { $pieces }.
touch-left = { $count ->
    [one] One move is left:
   *[other] { $count } moves are left:
}
pick-rook-to-castle = { $piece }, to castle
button-release = Release touched pieces

rules-touch-move =
    If you touch a piece, you must move it, as on a real board. You touch with /touch e2 d7, by picking a piece to move, or by trying an impossible move: that touches the piece and the enemy piece on the target square.
    Your own pieces only: in the order touched, the first that can move must move. Enemy pieces only: in the order touched, the first that can be captured must be captured.
    Both: your first piece must capture the first enemy piece. If it cannot, the first of all, in the order touched, that can move or be captured must do so.
    The King and then a Rook: castle with that Rook, or else move the King. A Rook and then the King: move the Rook, and not by castling.
    If no touched piece can move or be captured, any legal move is allowed, but not castling with a Rook touched before the King while there is another move.
    A Pawn moved to its promotion square stays there; what it becomes you may change until you confirm it. Typed in full, d10=Q is final.
    Neither touches nor moves can be taken back. But if you touched a piece by accident, your opponent can forgive it with /release.
