# The rules in short, one point a line.

rules-more = Any game can be played with touch-move; /rules touch-move says what that means.

rules-chess =
    Chess by the FIDE laws on 8×8 squares, with castling and en passant.
    Checkmate wins. Stalemate, bare Kings and the like draw.
    The same position for the third time, or 50 moves by each side without a Pawn move and without a capture: a player may /claim a draw. At the fifth time, or after 75 such moves, it is a draw by itself.
rules-chess960 =
    Chess from one of 960 drawn arrays: Bishops on opposite colours, the King between the Rooks.
    Castling ends as in chess: King on the c- or g-file, Rook beside it. Type O-O or O-O-O, or the King's square and then the Rook's.
    Everything else is as in chess.
rules-grand =
    Ten files, ten ranks. The Cardinal moves as Bishop or Knight, the Marshal as Rook or Knight. No castling.
    Pawns stand on the third rank, may step twice from there, and capture en passant.
    A Pawn may promote on the eighth and ninth rank and must on the tenth. With captured promotion only a captured piece of its own colour can come back, and a Pawn on the ninth rank waits until there is one; it gives check all the same.
    Checkmate wins, stalemate draws. Draws by repetition and by the 50-move rule are as in chess.
    Extra pieces, drawn by lot or picked by the players, may stand on the empty squares of the first two ranks, the same for both sides; or all pieces but King and Pawns are drawn or picked. /setup begins such a game, /piece shows how a piece moves.
    Pieces that could give check at once are locked for the first moves: they neither move nor attack. The board marks them.
rules-schachen =
    Chess without a board: King and four Pawns on a grid without edges, eleven hidden cards, three of them in your hand.
    First move a piece. A move that captures nothing has to end beside another piece, orthogonally or diagonally; captures go any distance. No castling, no double step; the King steps backwards only to capture.
    Then you may drop a card: a Pawn directly left or right of one of your Pawns, any other card directly behind one. Only who drops draws a card. A drop cannot parry check, but it may give check or mate.
    A Pawn you move onto the rank of the other King may become one of your captured pieces.
    Checkmate wins, stalemate draws. Draws by repetition and by the 50-move rule are as in chess; a drop counts as progress.
    Only you see your cards, with /hand. Type n3 drop Q o1, for example, or first the move and then /drop or /pass. Nothing is taken back, because hidden cards would have been seen.
    The shuffle can be checked: the SHA-256 of both stacks is posted at the start, the stacks themselves at the end, and /verify compares.
