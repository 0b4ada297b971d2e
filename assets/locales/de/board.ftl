# Bretter, Züge in Worten, Stellungen in Worten.

side-white = Weiß
side-black = Schwarz
seat-computer = Computer Stufe { $level }
list-and = { $first } und { $last }
list-or = { $first } oder { $last }

board-title = { $white } (Weiß) – { $black } (Schwarz), { $variant }, Kennung { $game }
board-started = Die Partie beginnt: { $title }.
begin = { $said ->
    [1] Tippe deinen Zug, zum Beispiel e4, oder wähle unten.
   *[0] Zieh mit /zug oder wähle unten.
}
begin-with-cards = Zieh mit /zug oder wähle unten; danach setzt du eine Karte ein oder passt. /hand zeigt deine Karten.
begin-touch-move = Berührt – geführt: Was du berührst, musst du ziehen.
board-moved = { $name } spielt { $number }{ $black ->
    [1] …
   *[0] .
} { $san }: { $words }
board-taken-back = { $plies ->
    [1] Der letzte Zug wurde zurückgenommen.
   *[other] Die letzten { $plies } Züge wurden zurückgenommen.
}
board-agreed = Vereinbart: { $terms }.
joker-copies = { $count ->
    [one] Der Narr von { $side } zieht
   *[other] Die Narren von { $side } ziehen
} jetzt wie: { $copied }.
joker-copies-nothing = { $count ->
    [one] Der Narr von { $side } hat nichts nachzuahmen und kann jetzt nicht ziehen.
   *[other] Die Narren von { $side } haben nichts nachzuahmen und können jetzt nicht ziehen.
}
joker-follows = { $count ->
    [one] Der Narr von { $side } zieht
   *[other] Die Narren von { $side } ziehen
} danach wie die Figur, die { $other } jetzt zieht.
joker-check = Das Schach kommt vom Narren auf { $square }: Bisher ahmt er die zuletzt gezogene Figur nach ({ $copied }). Danach zieht er wie das, was du ziehst; ein Zug mit einer anderen Figur kann das Schach also aufheben.

status-to-move = { $name } ({ $side }) ist am Zug.
status-in-check = { $name } ({ $side }) ist am Zug und steht im Schach.
status-draw-offered = { $name } bietet Remis an.
note-move = Zug { $number }
hints-about = Die unterstrichenen Figuren können ziehen.

move-quiet = { $piece } { $from } nach { $to }
move-captures = { $piece } { $from } schlägt auf { $to } ({ $victims })
move-captures-apart = { $piece } { $from } nach { $to }, geschlagen: { $victims }
move-converts = { $piece } { $from } dreht { $victims } um
move-castles-kingside = kurze Rochade
move-castles-queenside = lange Rochade
move-promotes = {" "}und wird zu: { $piece }
move-check = Schach!

end-checkmate = Schachmatt: { $winner } gewinnt.
end-stalemate = Patt: remis.
end-dead-position = Remis: Keine Seite kann mehr mattsetzen.
end-fivefold-repetition = Remis: fünfmal dieselbe Stellung.
end-seventy-five-moves = Remis: 75 Züge beider Seiten ohne Bauern- oder Schlagzug.
end-threefold-repetition = Remis: dreimal dieselbe Stellung.
end-fifty-moves = Remis: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.
end-threefold-claimed = Remis reklamiert: dreimal dieselbe Stellung.
end-fifty-moves-claimed = Remis reklamiert: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.
end-resigned = { $loser } hat aufgegeben: { $winner } gewinnt.
end-draw-agreed = Remis vereinbart.
end-aborted = Die Partie wurde abgebrochen und hat kein Ergebnis.
end-time = Die Zeit von { $loser } ist um: { $winner } gewinnt.
end-time-draw = Die Zeit ist um, aber matt zu setzen war nicht mehr möglich: remis.
end-time-draw-by = Die Zeit von { $name } ist um, aber { $other } konnte nicht mehr mattsetzen: remis.
end-not-started = Die Partie hat nicht rechtzeitig begonnen und hat kein Ergebnis.
end-not-started-by = { $name } hat nicht rechtzeitig begonnen. Die Partie hat kein Ergebnis.
end-abandoned = Lange hat niemand gezogen, darum ist die Partie zu Ende. Sie hat kein Ergebnis.
end-threefold-claimed-by = { $name } reklamiert Remis: dreimal dieselbe Stellung.
end-fifty-moves-claimed-by = { $name } reklamiert Remis: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.
end-threefold-claimed-with = Remis reklamiert mit { $san }: dreimal dieselbe Stellung.
end-fifty-moves-claimed-with = Remis reklamiert mit { $san }: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.
end-threefold-claimed-by-with = { $name } reklamiert mit { $san } Remis: dreimal dieselbe Stellung.
end-fifty-moves-claimed-by-with = { $name } reklamiert mit { $san } Remis: 50 Züge beider Seiten ohne Bauern- oder Schlagzug.
end-next = Dasselbe noch einmal? /revanche. Diese ansehen: /nachspielen. Speichern: /exportieren.
end-next-unplayed = Dasselbe noch einmal? /revanche.
end-aborted-by = { $name } hat die Partie abgebrochen. Sie hat kein Ergebnis.

alt-head = { $variant }, Brett aus Sicht von { $side }.
alt-army = { $side }: { $pieces }.
alt-captured = Von { $side } geschlagen: { $pieces }.
alt-last-move = Letzter Zug: { $move }

button-move = Ziehen
button-promote = Figur wählen
button-hints = Zugfähig
button-type = Zug eintippen
button-flip = Brett drehen
button-legend = Figuren
button-hint = Tipp
button-play-hint = { $san } spielen
button-follow = Folgen
button-unfollow = Nicht mehr folgen
button-draw = Remis
button-takeback = Rücknahme
button-claim = Remis reklamieren
button-resign = Aufgeben
button-accept = Annehmen
button-decline = Ablehnen
button-withdraw = Zurückziehen
button-cancel = Doch nicht
button-back = Zurück
button-previous = Vorige
button-next = Weitere
button-rematch = Revanche
button-new-array = Neue Aufstellung
button-replay = Nachspielen
button-export = Exportieren
button-step = Durchblättern
button-step-first = Anfang
button-step-back = Zurück
button-step-on = Weiter
button-step-last = Ende
button-take-win = Den Sieg nehmen
button-one-more-turn = Noch ein Zug
button-play-on = Weiterspielen
button-return-move = Spielen, Urlaub beenden
button-return-pick = Wählen, Urlaub beenden
button-stay-away = Im Urlaub bleiben
button-confirm-resign = Partie aufgeben
button-confirm-claim = Remis reklamieren
button-confirm-abort = Partie abbrechen

moves-title = { $count ->
    [one] Ein möglicher Zug:
   *[other] { $count } mögliche Züge:
}
pick-piece = Welche Figur ziehst du?
pick-square = Wohin?
pick-square-of = { $piece }: wohin?
pick-promotion = In welche Figur umwandeln?
pick-promotion-on = Auf { $square }: in welche Figur umwandeln?
pick-promotion-or-say = Auf { $square }: in welche Figur umwandeln? { $said ->
    [1] Wähle sie oder nenne sie einfach.
   *[0] Wähle sie oder nenne sie mit /zug.
}
pick-stays = keine Umwandlung (bleibt { $piece })
pick-done = Du hast { $san } gespielt.
target-captures = { $square }, schlägt { $victims }
target-converts = { $square }, dreht { $victims } um
target-castles = { $square }, Rochade
target-promotes = { $target }, Umwandlung
moves-title-as-if = { $side } ist nicht am Zug. Sonst hätte diese Figur jetzt { $count ->
    [one] einen möglichen Zug:
   *[other] { $count } mögliche Züge:
}
board-letters = Großbuchstaben sind Weiß, Kleinbuchstaben Schwarz. { $letters }.

# Das Brett zum Anfassen. Was eine Figur festhält, steht hinter ihrem Namen.
live-your-move = Du bist am Zug.
live-your-move-check = Du bist am Zug und stehst im Schach!
live-drop-or-pass = Setze eine Karte ein oder passe.
live-moved = { $side }: { $words }
played-unseen = Die Stellungen kannst du durchblättern, wenn die Partie vorbei ist: Ihre Karten sind noch verdeckt.
live-piece = { $piece } auf { $square } ({ $side })
live-holds-locked = gesperrt bis Zug { $number }
live-holds-frozen = gelähmt durch { $by }
live-holds-untouchable = kann weder geschlagen noch umgedreht werden
live-holds-copies = zieht wie: { $copied }
live-holds-copies-nothing = hat nichts nachzuahmen
live-holds-follows = zieht danach wie die Figur, die { $other } jetzt zieht
