# Eine Partie Grand Chess aufstellen und zusätzliche Figuren wählen. Ein Wort für ein Ding: „Aufstellung“ ist, was man
# wählt, „Anfangsaufstellung“, was dann auf dem Brett steht; „Spiegelaufstellung“ heißt, dass Schwarz um 180° gedreht steht.

panel-title = Grand Chess aufstellen
panel-opponent = Herausforderung an: { $name }
panel-opponent-anybody = Herausforderung an: alle hier
panel-about = Das siehst nur du. Genau so wird gespielt. Passt alles? Dann wähle „Herausfordern“.
panel-about-chosen = Das siehst nur du. Ihr wählt die Figuren, sobald die Herausforderung angenommen ist. Passt alles? Dann wähle „Herausfordern“.
panel-array = Aufstellung: { $value }
panel-extra = Zusätzliche Figuren: { $count }
panel-rule = Weitere Regeln
panel-rule-lock = { $moves ->
    [0] Keine Figur ist gesperrt
    [one] Gesperrte Figuren warten 1 Zug
   *[other] Gesperrte Figuren warten { $moves } Züge
}
panel-rule-claims = Remis wird reklamiert
panel-rule-auto-claim = Remis ohne Reklamation
panel-rule-colour = Du spielst { $side }
panel-rule-colour-random = Farben ausgelost
panel-current = { $label } (gewählt)
panel-opponents = Wen willst du herausfordern?
panel-sent = Deine Herausforderung ist abgeschickt.
panel-discarded = Die Aufstellung ist verworfen. Mit /aufstellen beginnst du eine neue.
solo-begun = Deine Partie gegen den Computer hat begonnen.
panel-alt = Die Anfangsaufstellung. { $white } { $black }
panel-alt-before = Das Brett, bevor die zusätzlichen Figuren gewählt sind. { $white } { $black } Freie Felder für die zusätzlichen Figuren: { $squares }.
panel-alt-before-free = Das Brett, bevor die Figuren gewählt sind: zehn Bauern auf der dritten Reihe jeder Seite. Felder für den König und die zusätzlichen Figuren: { $squares }.

button-duplicates = Duplikate: { $on ->
    [1] ja
   *[0] nein
}
button-rotate = Spiegelaufstellung: { $on ->
    [1] ja
   *[0] nein
}
button-touch-move = Berührt – geführt: { $on ->
    [1] ja
   *[0] nein
}
button-opponent = Gegner…
button-anybody = Alle hier
button-pieces = Figuren…
button-redraw = Neu auslosen
button-challenge = Herausfordern
button-computer = Gegen den Computer
button-discard = Verwerfen
button-pick-piece = Figur wählen
button-pick-this = { $piece } wählen
button-abort = Abbrechen

terms-array-classic = Aufstellung: klassisch
terms-array-classic-random = Aufstellung: klassisch und { $count ->
    [one] 1 zufällige Figur
   *[other] { $count } zufällige Figuren
}
terms-array-classic-chosen = Aufstellung: klassisch und { $count ->
    [one] 1 Figur, die Schwarz wählt
   *[other] { $count } Figuren, abwechselnd gewählt
}
terms-array-free-random = Aufstellung: König, Bauern und { $count ->
    [one] 1 zufällige Figur
   *[other] { $count } zufällige Figuren
}
terms-array-free-chosen = Aufstellung: König, Bauern und { $count ->
    [one] 1 Figur, die Schwarz wählt
   *[other] { $count } Figuren, abwechselnd gewählt
}
terms-extra-pieces = Zusätzliche Figuren: { $pieces }
terms-duplicates-allowed = Duplikate erlaubt
terms-duplicates-forbidden = Keine Duplikate
terms-mirrored = Schwarz steht Weiß gegenüber (a1 wie a10)
terms-rotated = Spiegelaufstellung: Schwarz steht um 180° gedreht (a1 wie j10)
terms-lock = Gesperrt: { $pieces } (vor Zug { $number } kein Zug und kein Schach)
terms-lock-some = Gesperrte Figuren (welche, sagt /figur): vor Zug { $number } kein Zug und kein Schach
terms-lock-none = Keine Figur ist gesperrt
setup-many-new = Das ist viel: { $count } Figuren, die du vielleicht nicht kennst. Am besten sind höchstens drei neue; bei mehr blickt kaum noch jemand durch.
setup-many-new-chosen = Das ist viel: { $count } Figuren, die neu für euch sein können. Am besten sind höchstens drei neue; bei mehr blickt kaum noch jemand durch.
piece-help-menu = Figur erklären
piece-help-menu-part = Figur erklären: { $first } bis { $last }

choosing-started = { $count ->
    [one] { $white } (Weiß) spielt gegen { $black } (Schwarz). Schwarz wählt die eine zusätzliche Figur, beide Seiten bekommen sie.
   *[other] { $white } (Weiß) und { $black } (Schwarz) wählen abwechselnd { $count } zusätzliche Figuren. Beide Seiten bekommen alle.
}
choosing-chosen = { $name } hat gewählt: { $piece }.
choosing-title = { $white } (Weiß) – { $black } (Schwarz), Kennung { $game }: Die zusätzlichen Figuren werden gewählt.
choosing-title-ended = { $white } (Weiß) – { $black } (Schwarz), Kennung { $game }: Die Partie endete, bevor alle Figuren gewählt waren.
choosing-share = { $name } ({ $side }), { $picked } von { $share }: { $pieces }
choosing-share-none = { $name } ({ $side }), 0 von { $share }
choosing-next = { $name }, wähle eine Figur: unten mit „Figur wählen“, oder tippe /wählen und ihren Namen.
choosing-complete = Alle Figuren sind gewählt. Ihre Felder werden ausgelost.
choose-groups = Was für eine Figur? Wenn du ihren Namen weißt, tippe einfach /wählen und den Namen.
choose-group = Art der Figur
choose-group-option = { $group } ({ $count })
choose-kind = Figur
choose-kind-of = { $group }: Welche Figur? Ich erkläre sie, bevor du sie nimmst.
choose-found = „{ $text }“ passt zu diesen Figuren. Welche meinst du?
choose-confirm = Beide Seiten bekommen sie. Die Wahl lässt sich nicht zurücknehmen.
choose-done = Du hast gewählt: { $piece }.
group-classic = Figuren der klassischen Aufstellung
group-lines = Ziehen auf Linien oder in Einzelschritten
group-knights = Springen wie Springer, nah und weit
group-straight = Springen gerade oder diagonal
group-hoppers = Springen über andere Figuren
group-special = Haben eigene Regeln

refused-nothing-to-set-up = So wird nur Grand Chess aufgestellt. Für { $variant } nimm /spielen.
refused-extra-none = Die klassische Aufstellung hat keine zusätzlichen Figuren. Nimm eine andere, zum Beispiel /aufstellen klassisch-zufällig 3.
refused-extra-range = Bei dieser Aufstellung sind { $least } bis { $most } zusätzliche Figuren möglich.
refused-lock-range = Figuren können 0 bis { $most } Züge lang gesperrt sein.
refused-no-array = Mit diesen Figuren finde ich keine Aufstellung, in der kein König im Schach steht. Nimm andere oder weniger Figuren oder sperre sie länger.
refused-nothing-to-redraw = Bei dieser Aufstellung gibt es nichts neu auszulosen. Nimm eine mit zufälligen Figuren.
refused-panel-gone = Diese Aufstellung ist nicht mehr offen. Beginne mit /aufstellen eine neue.
refused-not-your-panel = Diese Aufstellung gehört { $name }. Beginne mit /aufstellen deine eigene.
refused-panel-stale = Diese Aufstellung hat sich inzwischen geändert. /aufstellen zeigt sie, wie sie jetzt ist.
refused-panel-seen = Deine Aufstellung siehst nur du, bis du sie abschickst. Öffne sie mit /aufstellen, oder tippe alles auf einmal und am Ende „abschicken“.
refused-not-choosing = Hier werden keine Figuren gewählt. Mit /aufstellen beginnst du eine Partie, in der ihr welche wählt.
refused-not-your-choice = { $name } wählt gerade. Du wirst gerufen, wenn du dran bist; bis dahin zeigt /figur, wie eine Figur zieht.
refused-still-choosing = Die Figuren werden noch gewählt; { $name } ist dran. Den Stand zeigt /brett.
refused-no-extra-piece = { $piece }: König und Bauern gehören schon zu jeder Aufstellung. Wähle eine andere Figur.
refused-piece-taken = { $piece }: Das hat { $name } schon gewählt, und in dieser Partie gibt es keine Duplikate. Wähle eine andere Figur.
refused-piece-classic = { $piece }: Das gehört schon zur klassischen Aufstellung, und in dieser Partie gibt es keine Duplikate. Wähle eine andere Figur.
refused-no-position = Diese Partie hat keine Stellung: Nicht alle zusätzlichen Figuren sind gewählt. /exportieren pgn liefert, was da ist.
