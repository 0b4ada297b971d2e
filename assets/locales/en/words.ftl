# Words in typed moves, comma-separated. Letters of pieces only where they differ from the codes.

words-takes = takes, captures, x
words-converts = converts
words-to = to, from, on, at
words-castle = castle, castles, castling
words-castle-kingside = castle kingside, castles kingside, castle short, short castling
words-castle-queenside = castle queenside, castles queenside, castle long, long castling
words-promotes = promotes to, promote to, becomes
words-en-passant = en passant, e.p.
words-check = check, checkmate, mate
words-drop = drop, drops, and drop, then drop, put, and put
words-pass = pass, and pass, then pass, no drop, drop nothing
