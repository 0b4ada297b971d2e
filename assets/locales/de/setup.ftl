# Eine Partie Grand Chess aufstellen und zusätzliche Figuren wählen.

panel-title = Grand Chess aufstellen
panel-opponent = Herausgefordert wird: { $name }
panel-opponent-anybody = Herausgefordert wird: wer hier mag
panel-about = Das siehst nur du. Was das Brett zeigt, wird gespielt. Wenn alles stimmt, wähle „Herausfordern“.
panel-about-chosen = Das siehst nur du. Die Figuren werden gewählt, wenn die Herausforderung angenommen ist. Wenn alles stimmt, wähle „Herausfordern“.
panel-array = Aufstellung: { $value }
panel-extra = Zusätzliche Figuren: { $count }
panel-rule = Weitere Regeln
panel-rule-lock = { $moves ->
    [0] Keine Figur ist gesperrt
    [one] Gesperrte Figuren bleiben 1 Zug stehen
   *[other] Gesperrte Figuren bleiben { $moves } Züge stehen
}
panel-rule-colour = Du spielst { $side }
panel-rule-colour-random = Die Farben werden ausgelost
panel-current = ✓ { $label }
panel-opponents = Wen forderst du heraus?
panel-sent = Deine Herausforderung steht im Kanal.
panel-discarded = Die Aufstellung ist verworfen. Mit /aufstellen beginnst du eine neue.
panel-alt = Die Anfangsaufstellung. { $white } { $black }
panel-alt-before = Das Brett, bevor die zusätzlichen Figuren gewählt sind. { $white } { $black } Freie Felder für die zusätzlichen Figuren: { $squares }.
panel-alt-before-free = Das Brett, bevor die Figuren gewählt sind: zehn Bauern auf der dritten Reihe jeder Seite. Felder für den König und die zusätzlichen Figuren: { $squares }.

button-duplicates = Duplikate: { $on ->
    [1] ja
   *[0] nein
}
button-rotate = Gedreht: { $on ->
    [1] ja
   *[0] nein
}
button-touch-move = Berührt – geführt: { $on ->
    [1] ja
   *[0] nein
}
button-opponent = Gegner…
button-anybody = Wer hier mag
button-pieces = Figuren…
button-redraw = Neu auslosen
button-challenge = Herausfordern
button-discard = Verwerfen
button-pick-piece = Figur wählen
button-pick-this = { $piece } wählen
button-abort = Abbrechen

terms-array-classic = Anfang: die klassische Aufstellung
terms-array-classic-random = Anfang: die klassische Aufstellung und { $count ->
    [one] 1 zufällige Figur
   *[other] { $count } zufällige Figuren
}
terms-array-classic-chosen = Anfang: die klassische Aufstellung und { $count ->
    [one] 1 Figur, die Schwarz wählt
   *[other] { $count } Figuren, die ihr abwechselnd wählt
}
terms-array-free-random = Anfang: König und Bauern und { $count ->
    [one] 1 zufällige Figur
   *[other] { $count } zufällige Figuren
}
terms-array-free-chosen = Anfang: König und Bauern und { $count ->
    [one] 1 Figur, die Schwarz wählt
   *[other] { $count } Figuren, die ihr abwechselnd wählt
}
terms-extra-pieces = Zusätzliche Figuren: { $pieces }
terms-duplicates-allowed = Dieselbe Figur darf mehrfach vorkommen
terms-duplicates-forbidden = Keine Figur kommt doppelt vor
terms-mirrored = Die schwarzen Figuren stehen den weißen gegenüber
terms-rotated = Die schwarzen Figuren stehen um eine halbe Drehung versetzt (Spiegelaufstellung): a1 liegt j10 gegenüber
terms-lock = { $moves ->
    [0] Keine Figur ist am Anfang gesperrt
    [one] Gesperrte Figuren dürfen im ersten Zug nicht ziehen
   *[other] Gesperrte Figuren dürfen in den ersten { $moves } Zügen nicht ziehen
}
setup-many-new = Das ist viel: { $count } Figuren, die du vielleicht nicht kennst. Empfohlen sind höchstens drei neue; bei vielen blickt kaum noch jemand durch.
setup-many-new-chosen = Das ist viel: { $count } Figuren, die neu für euch sein können. Empfohlen sind höchstens drei neue; bei vielen blickt kaum noch jemand durch.
piece-help-menu = Über eine Figur lesen
piece-help-menu-part = Über eine Figur lesen: { $first } bis { $last }

choosing-started = { $count ->
    [one] { $white } (Weiß) spielt gegen { $black } (Schwarz). Schwarz wählt die eine zusätzliche Figur, beide Seiten bekommen sie.
   *[other] { $white } (Weiß) und { $black } (Schwarz) wählen abwechselnd { $count } zusätzliche Figuren. Beide Seiten bekommen alle.
}
choosing-chosen = { $name } wählt: { $piece }.
choosing-title = { $white } (Weiß) – { $black } (Schwarz), Partie { $game }: Die zusätzlichen Figuren werden gewählt.
choosing-title-ended = { $white } (Weiß) – { $black } (Schwarz), Partie { $game }: Sie endete, bevor alle Figuren gewählt waren.
choosing-share = { $name } ({ $side }), { $picked } von { $share }: { $pieces }
choosing-share-none = { $name } ({ $side }), 0 von { $share }
choosing-next = { $name }, wähle eine Figur: unten mit „Figur wählen“, oder tippe /wählen und ihren Namen.
choosing-complete = Alle Figuren sind gewählt. Ihre Felder werden ausgelost.
choose-groups = Was für eine Figur? Wenn du ihren Namen weißt, tippe einfach /wählen und den Namen.
choose-group = Art der Figur
choose-group-option = { $group } ({ $count })
choose-kind = Figur
choose-kind-of = { $group }: Welche Figur? Du kannst über sie lesen, bevor du sie wählst.
choose-found = „{ $text }“ passt zu diesen Figuren. Welche meinst du?
choose-confirm = Beide Seiten bekommen sie. Die Wahl lässt sich nicht zurücknehmen.
choose-done = Du hast gewählt: { $piece }.
group-classic = Figuren der klassischen Aufstellung
group-lines = Auf Linien und in einzelnen Schritten
group-knights = Sprünge wie die des Springers und weitere
group-straight = Sprünge gerade auf einer Linie
group-hoppers = Sprünge über andere Figuren
group-special = Mit eigenen Regeln

refused-nothing-to-set-up = So wird nur Grand Chess aufgestellt. Für { $variant } nimm /spielen.
refused-extra-none = Die klassische Aufstellung hat keine zusätzlichen Figuren. Nimm eine andere, zum Beispiel /aufstellen klassisch-zufällig 3.
refused-extra-range = Bei dieser Aufstellung sind { $least } bis { $most } zusätzliche Figuren möglich.
refused-lock-range = Figuren können 0 bis { $most } Züge lang gesperrt sein.
refused-no-array = Ich finde mit diesen Figuren keine Aufstellung, in der kein König angegriffen ist. Nimm andere oder weniger, oder sperre sie länger.
refused-nothing-to-redraw = Bei dieser Aufstellung gibt es nichts neu auszulosen. Nimm eine mit zufälligen Figuren.
refused-panel-gone = Diese Aufstellung ist nicht mehr offen. Beginne mit /aufstellen eine neue.
refused-not-your-panel = Diese Aufstellung gehört { $name }. Beginne mit /aufstellen deine eigene.
refused-panel-stale = Diese Aufstellung hat sich inzwischen geändert. /aufstellen zeigt sie, wie sie jetzt ist.
refused-panel-seen = Eine Aufstellung siehst nur du, bis du sie abschickst. Öffne sie mit /aufstellen, oder sag alles auf einmal und am Ende „abschicken“.
refused-not-choosing = Hier werden keine Figuren gewählt. Mit /aufstellen beginnst du eine Partie, in der ihr welche wählt.
refused-not-your-choice = { $name } wählt gerade. Du wirst gerufen, wenn du dran bist; bis dahin zeigt /figur, wie eine Figur zieht.
refused-still-choosing = Erst werden die zusätzlichen Figuren gewählt, und { $name } ist dran. /brett zeigt, wie weit es ist.
refused-no-extra-piece = { $piece }: König und Bauern stehen in jeder Aufstellung. Wähle eine andere Figur.
refused-piece-taken = { $piece }: Das hat { $name } schon gewählt, und keine Figur darf doppelt vorkommen. Wähle eine andere.
refused-piece-classic = { $piece }: Das steht schon in der klassischen Aufstellung, und keine Figur darf doppelt vorkommen. Wähle eine andere.
refused-no-position = Diese Partie hat keine Stellung: Ihre zusätzlichen Figuren sind nicht alle gewählt. /exportieren pgn gibt, was da ist.
