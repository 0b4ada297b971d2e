# Bilder in Worten für alle, die sie nicht sehen: welche Figuren wo stehen, und jede Markierung.

pieces-counted = { $count } { $pieces }
pieces-on-squares = { $pieces } auf { $squares }

described-turn = Zug { $number }, { $side } am Zug.
described-last-castling = Letzter Zug: { $castling ->
    [kingside] kurze
   *[queenside] lange
} Rochade, König von { $from } nach { $king }, Turm nach { $rook }.
described-captured-brief = Von { $side } geschlagen: { $count ->
    [one] eine Figur.
   *[other] { $count } Figuren.
}
described-en-passant = En passant möglich auf { $squares }.
described-drop = Felder für eine Karte: { $squares }.
described-drop-brief = Felder für eine Karte: { $count }; /hand nennt sie.
described-frozen = Gelähmt: { $pieces }.
described-locked = Gesperrt bis Zug { $number }: { $pieces }.
described-locked-somehow = Gesperrt: { $pieces }.
described-check = Im Schach: { $pieces }.
described-check-by = Im Schach: { $pieces }, durch { $attackers }.
described-picked = Gewählt: { $pieces }.
described-captures = Kann schlagen: { $pieces }.
described-captures-going = Kann schlagen durch einen Zug nach: { $squares }.
described-also-captured = Dabei geschlagen: { $pieces }.
described-converts = Kann umdrehen: { $pieces }.
described-movable = Ziehen können: { $pieces }.
described-movable-brief = Ziehen { $count ->
    [one] kann eine Figur; /züge nennt sie.
   *[other] können { $count } Figuren; /züge nennt sie.
}
described-targets = Mögliche Felder: { $squares }.
described-targets-brief = Mögliche Felder: { $count }; /züge nennt sie.
described-promotion-ranks = Umwandlungsreihen, umrandet: { $ranks }.
described-more = Alles andere: /brett text.
described-lead = Material: { $side } +{ $lead }.
