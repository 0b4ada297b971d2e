# Wörter in getippten Zügen, durch Komma getrennt. Figurenbuchstaben nur, wo sie von den Kürzeln abweichen.

words-takes = schlägt, nimmt
words-converts = bekehrt
words-to = nach, von, auf, bis
words-castle = rochade, rochiert
words-castle-kingside = kurze rochade, kleine rochade, rochade kurz
words-castle-queenside = lange rochade, große rochade, rochade lang
words-promotes = wird zu, wird, umwandlung in
words-en-passant = en passant, e.p., im vorübergehen
words-check = schach, matt, schachmatt
words-drop = setze, setzt, setz, setze ein, und setze, dann setze, einsetzen, ein
words-pass = passe, passt, und passe, dann passe, passen, pass, ohne karte, setze nichts

letter-queen = D
letter-rook = T
letter-bishop = L
letter-knight = S
letter-pawn = B
