# Warum ein getippter Zug nicht geht.

illegal = „{ $text }“ geht nicht: { $why }
illegal-game-over = Die Partie ist zu Ende.
illegal-no-such-square = Ein Feld { $square } gibt es auf diesem Brett nicht.
illegal-no-such-piece = Die Figur { $piece } gibt es in diesem Spiel nicht.
illegal-no-piece = Du hast keine Figur { $piece }, die das könnte.
illegal-empty-square = Auf { $square } steht nichts.
illegal-opponents-piece = { $piece } gehört der anderen Seite.
illegal-other-piece = Dort steht { $piece }, nicht { $named }.
illegal-same-square = { $piece } bliebe, wo die Figur steht.
illegal-cannot-reach = { $piece } kommt nicht in einem Zug nach { $to }. Mit /figur siehst du, wie die Figur zieht.
illegal-none-reaches = Von deinen Figuren der Art { $piece } kommt keine nach { $to }.
illegal-blocked = { $piece } wird von { $by } aufgehalten.
illegal-own-piece = Dort steht deine eigene Figur: { $target }.
illegal-cannot-be-taken = { $target } kann nicht geschlagen werden.
illegal-only-captures = { $piece } geht nur zum Schlagen nach { $to }, und dort steht nichts.
illegal-nothing-to-capture = { $piece } kann nach { $to }, schlägt dort aber nichts. Lass das x weg.
illegal-nothing-to-convert = { $piece } findet auf { $to } nichts zu bekehren.
illegal-en-passant-too-late = { $passed } konnte nur gleich nach dem Doppelschritt en passant geschlagen werden.
illegal-not-en-passant = Dort ist jetzt nichts en passant zu schlagen.
illegal-leaves-in-check = Dein König stünde danach im Schach: { $attackers }.
illegal-still-in-check = Du stehst im Schach, und das hält { $attackers } nicht auf.
illegal-king-attacked = Dein König stünde auf { $to } im Schach: { $attackers }.
illegal-locked = { $piece } ist bis zum { $number }. Zug gesperrt.
illegal-frozen = { $piece } wird von { $by } gelähmt.
illegal-nothing-to-copy = { $piece } hat nichts nachzuahmen.
illegal-promotion-required = Auf { $to } muss der Bauer etwas werden: { $choices }. Schreib es hinter den Zug, zum Beispiel =D.
illegal-promotion-unavailable = Das kann der Bauer nicht werden: { $wanted }{ $count ->
    [0] .
   *[other] . Möglich ist { $choices }.
}
illegal-nothing-to-become = { $piece } müsste sich auf { $to } umwandeln, aber es gibt keine geschlagene Figur, die zurückkommen könnte.
illegal-no-promotion-there = Bauern wandeln sich erst ab der { $rank }. Reihe um.
illegal-never-promotes = { $piece } wandelt sich nie um.

castling-not-in-this-game = In diesem Spiel gibt es keine Rochade.
castling-no-rook = Dafür steht kein Turm bereit.
castling-right-lost = Der König oder dieser Turm hat schon gezogen.
castling-blocked = { $by } steht im Weg.
castling-in-check = Der König steht im Schach: { $attackers }.
castling-through-check = Das Feld { $square }, über das der König ginge, ist angegriffen: { $attackers }.
castling-into-check = Das Feld { $square }, auf dem der König landete, ist angegriffen: { $attackers }.
