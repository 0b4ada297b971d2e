# The rules in short, one point a line.

rules-more = Any game can be played with touch-move; /rules touch-move says what that means.
rules-agreed = Agreed in the game here, { $white } (White) – { $black } (Black), game { $game }: { $terms }.
rules-general = And for all games of this kind:

rules-chess =
    Chess by the FIDE laws on 8×8 squares, with castling and en passant.
    Checkmate wins. Stalemate is a draw, and so is a position in which neither side has enough left to checkmate (such as King against King).
    When the same position stands for the third time, or after 50 moves by each side without a Pawn move and without a capture, the player to move may /claim a draw. That is also possible with the move that would complete it: /claim Nf3 ends the game without making the move, and if the claim does not hold, nothing is lost (with touch-move, the move must then be made). Players can also agree that such draws need no claim: auto-claim. At the fifth time, or after 75 such moves, the game is drawn automatically.
rules-chess960 =
    Chess from one of 960 random starting positions: Bishops on opposite colours, the King between the Rooks.
    Castling ends as in chess: King on the c- or g-file, Rook beside it. Type O-O or O-O-O, or the King's square and then the Rook's.
    Everything else is as in chess.
rules-grand =
    Ten files, ten ranks. The Cardinal moves like a Bishop or a Knight, the Marshal like a Rook or a Knight. No castling.
    Pawns start on the third rank. From there they may move two squares, and they capture en passant.
    A Pawn may promote on the eighth and ninth rank and must on the tenth. Usually it can only become a piece of its own colour that has been captured; you can also agree on any piece of the starting position, or any piece at all. While there is nothing to choose, a Pawn on the ninth rank has to wait, but it still gives check.
    Checkmate wins, stalemate draws. Draws by repetition and by the 50-move rule are as in chess.
    Extra pieces, random or picked by the players, can join on the empty squares of the first two ranks, the same ones for both sides. Or you start with King and Pawns only and add up to 19 pieces. /setup begins such a game, /piece shows how a piece moves.
    Some far-reaching pieces (/piece says which) are locked for their owner's first five moves, if nothing else was agreed: until then they cannot move or give check. The board marks them.
rules-schachen =
    Chess without a board: King and four Pawns on a grid without edges, eleven hidden cards, three of them in your hand.
    Squares are named as in chess, but the names go on: ranks 0, -1, -2 below; files aa, ab to the right of z and -a, -b to the left of a. The game begins on the files m to p.
    First move a piece. If the move captures nothing, it must end next to another piece of either side (diagonally counts). Captures work at any distance. No castling, no double step; the King steps backwards only to capture.
    Then you may drop a card: a Pawn directly left or right of one of your Pawns, any other card directly behind one. After a drop you take the next card from your stack; without a drop you take none. Without a Pawn of your own on the grid you cannot drop at all. A drop cannot end a check, but it may give check or mate.
    A Pawn that you move onto the rank of the enemy King may become one of your captured pieces, but not a Pawn; later it cannot promote any more.
    Checkmate wins, stalemate draws. Draws by repetition and by the 50-move rule are as in chess; a drop counts like a capture.
    Only you see your cards, with /hand. Type n3 drop Q o1, for example, or first the move and then /drop or /pass. There are no takebacks: you would have seen hidden cards.
    The shuffle can be checked: a fingerprint (SHA-256) of both stacks is posted at the start, the stacks themselves at the end, and /verify compares them.
