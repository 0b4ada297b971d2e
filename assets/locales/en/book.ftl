# The piece book: its pages, and what it tells of a piece beside its help.

book-direction = ltr
book-title = The piece book
book-told-intro = { $count } pieces, each with its drawing, how it moves, and a board to try it on.
book-open = Open the piece book
book-search = Find a piece
book-told-search = Type a name, a letter or a part of one.
book-found = Pieces found: { $count }
book-told-none = No piece is called that. Type fewer letters, or look through the groups.
book-letters = By letters
book-groups = By groups
book-all = All pieces
book-previous = Previous piece
book-next = Next piece
book-skip = To the text
book-chat = To the chat
book-languages = Languages
book-called = In other languages
book-how = How it moves
book-example = Before and after
book-before = Before
book-after = After
book-facts = In short
book-notation = Betza notation
book-from = Where it comes from
book-kin = Related pieces
book-try = Try it
book-told-try = Click a square, or go there with the arrow keys and press Enter: the piece then stands there, and the board shows what it can do.
book-told-others = The other pieces are there because this one needs them or does something to them.
book-told-copied = The opponent has just moved this piece: { $piece }.
book-board = A board to try it on
book-tried = { $name } on { $square }. Can go to: { $moves }. Can capture on: { $captures }.
book-cell-move = can go there
book-cell-capture = can capture there
book-cell-both = can go or capture there
book-put = Put down
book-put-enemy = Enemy Pawn
book-put-own = Pawn on its side
book-clear = Start again
book-own = { $name } on its side
book-enemy = { $name }, enemy

book-trait-royal = Must not be lost
book-trait-promotes = Promotes
book-trait-afar = Captures from afar
book-trait-safe = Cannot be captured
book-trait-edge = Bound to the edge
book-trait-distance = Captures without touching
book-trait-round = Goes round others
book-trait-converts = Converts
book-trait-freezes = Freezes
book-trait-copies = Copies others
book-trait-locked = Locked at first
book-trait-colour = Stays on one colour

book-told-reach = On an empty board of Grand Chess it has from { $least } to { $most } squares to go to.
# How strong a piece is, by pieces that everybody knows.
worth-told = In Grand Chess it is about as strong as { $what }.
worth-less = In Grand Chess it is weaker than a Pawn.
worth-queen = { $count ->
    [1] a Queen
   *[other] { $count } Queens
}
worth-rook = { $count ->
    [1] a Rook
   *[other] { $count } Rooks
}
worth-bishop = { $count ->
    [1] a Bishop
   *[other] { $count } Bishops
}
worth-knight = { $count ->
    [1] a Knight
   *[other] { $count } Knights
}
worth-pawn = { $count ->
    [1] a Pawn
   *[other] { $count } Pawns
}
book-told-from-chess = It is a piece of chess and plays in Chess960, Grand Chess and Schachen as well.
book-told-from-grand = It stands in the starting position of Grand Chess, which Christian Freeling invented in 1984.
book-told-from-extra = It is one of the extra pieces of Grand Chess on yucata.de, whose rules thank chessvariants.com for the ideas. They do not say who invented it.

book-kin-same = Has the same squares on an empty board
book-kin-parts = Does what these do, and more, on an empty board
book-kin-more = These do what it does, and more, on an empty board

book-told-mark-target = Dot: the piece you picked can go here.
book-told-mark-capture = Ring: the piece you picked can capture here.
book-told-mark-convert = Square frame: the piece you picked can convert this one, which then changes sides.
book-told-mark-also = Thin cross: this piece is captured as well.
book-told-mark-picked = Brackets: this piece is picked.
book-told-mark-movable = Line below: this piece can move.
book-told-mark-last = Corners: the last move began or ended here.
book-told-mark-check = Ring with rays: this King is in check.
book-told-mark-locked = Padlock: this piece is locked and cannot move yet.
book-told-mark-frozen = Ice: this piece is frozen, because an enemy Immobilizer stands next to it.
book-told-mark-touched = Hand: this piece was touched and must be moved or captured if possible.
book-told-mark-passing = Dashed Pawn: a Pawn can be captured here en passant.
book-told-mark-drop = Card with a plus: a card can be dropped here.
