# Herausforderungen, Angebote, Fragen, Listen, Hilfe.

greeting = Hallo! Ich bin hier Schiedsrichter für Schachpartien. /spielen beginnt eine Partie, /brett zeigt die laufende, /hilfe sagt, was es sonst noch gibt.
which-game = Was möchtest du spielen?
which-game-at-once = Du kannst es auch gleich dazusagen, zum Beispiel /spielen schach.
game-about = { $variant }: { $about }
game-known = { $variant } ({ $about })
game-about-chess = gewöhnliches Schach
game-about-chess960 = Schach mit ausgeloster Grundreihe
game-about-grand = 10×10 Felder, neue Figuren
game-about-schachen = ohne Brettrand, mit verdeckten Karten
challenge-to-one = { $name } fordert { $opponent } zu einer Partie heraus.
computer-waits = Der Computer spielt hier gerade nicht. Sein Zug in Partie { $game } kommt, sobald er wieder spielt. Bis dahin kannst du die Partie auch ohne Ergebnis beenden: /abbrechen.
computer-guessed = In Partie { $game } ist beim Nachdenken des Computers etwas schiefgegangen. Damit es weitergeht, hat er etwas getan, was die Regeln erlauben, ohne vorauszudenken. Die Partie selbst ist sicher.
challenge-to-anybody = { $name } sucht jemanden zum Spielen. Wer macht mit?
challenge-rematch = { $name } möchte von { $opponent } eine Revanche für Partie { $game }, mit getauschten Farben.
challenge-assumed = Für ein anderes Spiel sag seinen Namen dazu: /spielen grand.
challenge-declined = { $name } lehnt die Herausforderung von { $challenger } ab.
challenge-withdrawn = { $name } zieht die Herausforderung zurück.
challenge-removed = { $name } entfernt die Herausforderung von { $challenger }.
challenge-expired = Die Herausforderung von { $challenger } ist verfallen: Eine Woche lang hat niemand geantwortet. Mit /spielen kannst du neu herausfordern.
challenge-left-behind = Die Herausforderung von { $challenger } ist nicht mitgekommen: Hier sind schon genug offen. Mit /spielen kannst du neu herausfordern.
thread-title = { $white } – { $black }, { $variant }
thread-opened = { $white } hat Weiß, { $black } hat Schwarz: { $variant }. Gespielt wird gleich hier in einem eigenen Thread.
thread-refused = { $white } gegen { $black } hat nicht begonnen: Hier läuft schon eine Partie, und ich konnte keinen Thread öffnen. Versucht es woanders oder nach dieser Partie.
terms-variant = Spiel: { $variant }
terms-promotion-captured = Bauern wandeln sich in geschlagene Figuren ihrer Farbe um
terms-promotion-initial = Bauern wandeln sich in Figuren der Anfangsaufstellung um
terms-promotion-all = Bauern dürfen sich in jede Figur umwandeln
terms-auto-claim = Remis durch Stellungswiederholung und 50-Züge-Regel gilt ohne Reklamation
terms-no-touch-move = Ohne „Berührt – geführt“
terms-colour = Wer herausfordert, spielt { $side }
terms-colour-random = Die Farben werden ausgelost

offer-draw-to-computer = { $name } bietet Remis an. { $other } denkt darüber nach.
offer-draw = { $name } bietet Remis an. { $other }, nimmst du an? Wer weiterspielt, lehnt ab.
offer-takeback = { $name } möchte { $plies ->
    [1] den letzten Zug
   *[other] die letzten { $plies } Züge
} zurücknehmen. { $other }, ist das in Ordnung?
offer-draw-declined = { $name } lehnt das Remis ab.
offer-takeback-declined = { $name } lehnt ab, der Zug bleibt.
confirm-resign = Willst du wirklich aufgeben?
confirm-abort = Willst du die Partie wirklich abbrechen? Sie hat dann kein Ergebnis.
confirm-claim-repetition = Diese Stellung kam { $count }-mal vor. Remis reklamieren und die Partie beenden?
confirm-claim-moves = { $moves } Züge beider Seiten ohne Bauern- oder Schlagzug. Remis reklamieren und die Partie beenden?
pick-claim-repetition = Mit { $san } steht dieselbe Stellung zum { $count }. Mal auf dem Brett. Du kannst damit Remis reklamieren oder einfach ziehen.
pick-claim-moves = Mit { $san } hat jede Seite { $moves } Züge ohne Bauern- und Schlagzug gemacht. Du kannst damit Remis reklamieren oder einfach ziehen.
button-claim-with = Mit { $san } Remis reklamieren
button-just-play = Nur { $san } ziehen
settled-resign = Du hast aufgegeben.
settled-claim = Du hast Remis reklamiert.
settled-abort = Du hast die Partie abgebrochen.
settled-cancelled = Gut, alles bleibt, wie es ist.

games-of = Partien von { $name }
games-here = Partien hier
games-none = { $title }: noch keine. Fordere jemanden mit /spielen heraus.
games-none-here = { $title }: keine, die ich zeige, wo andere mitlesen.
games-more = Es gibt noch mehr; dies sind die neuesten.
games-partial = Partien, die du anderswo spielst, stehen nicht in der Liste, wo andere mitlesen. Frag mich privat.
games-line = { $game }: { $white } – { $black }, { $variant }, { $state }
games-turns = { $count ->
    [0] Diese Partien laufen. Am Zug sind deine Gegner.
    [one] Du bist in 1 Partie am Zug.
   *[other] Du bist in { $count } Partien am Zug.
}
games-your-turn = { $game }: du bist am Zug gegen { $name }, { $variant }, { $moves ->
    [0] gerade begonnen
    [one] 1 Zug
   *[other] { $moves } Züge
}
games-their-turn = { $game }: { $name } ist am Zug, { $variant }, { $moves ->
    [0] gerade begonnen
    [one] 1 Zug
   *[other] { $moves } Züge
}
games-due = { $count ->
    [one] Du bist in 1 Partie am Zug:
   *[other] Du bist in { $count } Partien am Zug, die dringendste zuerst:
}
games-due-none = Du bist nirgends am Zug. /partien zeigt alle deine Partien.
games-due-line = { $game }: gegen { $name }, { $variant }
games-due-until = { $line }; deine Zeit endet: { $instant }
games-due-more = { $count ->
    [one] Dazu kommt noch 1 Partie.
   *[other] Dazu kommen noch { $count } Partien.
}
games-playing-here = { $line }, hier
games-no-place = { $line }; unterbrochen, weil ich dort nicht schreiben kann
games-to-move = { $state }, { $name } ist am Zug
games-won = { $result }, { $name } hat gewonnen
games-drawn = { $result }, remis
games-aborted = abgebrochen
games-no-result = ohne Ergebnis
games-running = { $moves ->
    [0] gerade begonnen
    [one] läuft, 1 Zug
   *[other] läuft, { $moves } Züge
}
export-title = { $name }, zum Kopieren oder Herunterladen:
export-otherwise = In anderer Form speichern

help-intro = Ich bin hier Schiedsrichter für Schachpartien. Los geht es mit /spielen. Wenn du am Zug bist, { $said ->
    [1] tippe deinen Zug, zum Beispiel e4 (im Schachen mit /zug),
   *[0] nimm /zug
} oder wähle unter dem Brett.
watching = { $white } (Weiß) und { $black } (Schwarz) spielen hier { $variant }, und du schaust zu. /brett zeigt dir jederzeit die Stellung, /regeln erklärt das Spiel, { $unfamiliar ->
    [0] /figur, wie eine Figur zieht
   *[other] /figuren die ungewöhnlichen Figuren
}, und mit /folgen wirst du gerufen, wenn die Partie endet. Für eine eigene Partie tippe /spielen woanders, oder hier, wenn diese vorbei ist.
following = Du folgst der Partie von { $white } und { $black } und wirst gerufen, wenn sie endet.
following-no-more = Du folgst der Partie von { $white } und { $black } nicht mehr.
check-title = Selbsttest
check-all-fine = Hier geht alles.
check-troubles = { $count ->
    [one] Um eine Sache muss sich jemand kümmern.
   *[other] Um { $count } Dinge muss sich jemand kümmern.
}
check-fine = OK: { $text }
check-missing = Fehlt: { $text }
check-broken = Geht nicht: { $text }
check-note = Hinweis: { $text }
check-store-fine = Partien werden sicher gespeichert.
check-store-broken = Partien lassen sich gerade nicht speichern. Gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-drawing-fine = Bilder funktionieren.
check-drawing-broken = Bilder funktionieren nicht. Gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log. Bis dahin zeigt /brett text das Brett in Worten.
check-waiting = { $count ->
    [0] Alle Nachrichten sind hier angekommen.
    [one] Eine Nachricht ist hier noch nicht angekommen.
   *[other] { $count } Nachrichten sind hier noch nicht angekommen.
}
check-put-aside = { $count ->
    [one] Eine Nachricht für hier konnte ich nicht lesen. Ich habe sie beiseitegelegt und niemandem gezeigt; in meinem Log steht, welche.
   *[other] { $count } Nachrichten für hier konnte ich nicht lesen. Ich habe sie beiseitegelegt und niemandem gezeigt; in meinem Log steht, welche.
}
check-waiting-broken = Ich kann nicht sagen, ob hier noch Nachrichten fehlen. Gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
piece-title = { $name } ({ $code })
piece-diagram-alt = { $name } auf { $square }. Zugfelder: { $moves }. Schlagfelder: { $captures }.
piece-diagram-alt-alike = { $name } auf { $square }. Zug- und Schlagfelder: { $moves }. Schlagen kann die Figur jetzt auf: { $captures }.
piece-diagram-alt-quiet = { $name } auf { $square }. Zugfelder: { $moves }. Diese Figur schlägt nichts.
piece-diagram-alt-example = Beispiel, vorher: { $position } Dann: { $move }
piece-diagram-legend-alike = Punkte: Dorthin kann die Figur ziehen oder dort schlagen. Ringe: Diese Figuren kann sie schlagen.
piece-diagram-legend = Punkte: Dorthin kann die Figur ziehen. Ringe: Dort kann sie schlagen.
piece-diagram-legend-converting = Punkte: Dorthin kann die Figur ziehen. Rahmen: Dort kann sie eine gegnerische Figur umdrehen.
piece-diagram-legend-quiet = Punkte: Dorthin kann die Figur ziehen.
piece-diagram-others = Weiße Figuren sind auf ihrer Seite, schwarze sind Gegner; sie zeigen, was den Weg versperrt und was die Figur braucht.
piece-diagram-before = Vorher
piece-diagram-alt-same = { $name } auf { $square }. Zug- und Schlagfelder: { $moves }.
piece-diagram-legend-same = Punkte: Dorthin kann die Figur ziehen oder dort schlagen.
piece-diagram-after = Nachher
piece-aliases = Auch genannt: { $names }.
piece-names = Auf Englisch: { $name }. In Stellungen und Zügen: { $code }.
piece-at = { $piece } gehört { $side }.
piece-at-locked = Die Figur ist gesperrt: Vor Zug { $number } kann sie weder ziehen noch Schach bieten.
piece-at-frozen = Die Figur kann nicht ziehen: { $by } neben ihr lähmt sie.
piece-at-untouchable = Sie kann jetzt weder geschlagen noch umgedreht werden.
piece-at-moves = Wohin sie ziehen kann: /züge { $square }.
piece-at-no-move = Sie hat jetzt keinen möglichen Zug.
piece-at-not-its-turn = { $side } ist am Zug.
piece-at-more = Wie sie zieht: /figur { $square }.
legend-title = Die Figuren dieser Partie
legend-title-setup = Die Figuren dieser Aufstellung
legend-about = Wähle eine Figur, um zu lesen, wie sie zieht, oder tippe /figur und ihren Namen, ihr Kürzel oder ihr Feld.
legend-alt = Die Figuren mit Namen und Kürzeln. { $pieces }
legend-all = Es gibt { $count } Figuren. Wähle unten eine Gruppe, oder tippe /figur und einen Namen oder einen Teil davon.
legend-group = Gruppe von Figuren
legend-of-group = { $group }: Über welche Figur willst du lesen?
suggest-more = … { $count } weitere: weitertippen
piece-names-letter = Auf Englisch: { $name }. In Stellungen und Zügen: { $letter }; in PGN und FEN: { $code }.
piece-names-pawn = Auf Englisch: { $name }. In Stellungen: { $letter }. Bauernzüge haben keinen Buchstaben.
help-notation-title = So werden Züge geschrieben:
help-notation =
    Sf3: Der Springer zieht nach f3. Sbd2: Der Springer von der b-Linie zieht. K König, D Dame, T Turm, L Läufer.
    exd5: Ein Bauer von der e-Linie schlägt auf d5. Bauern haben keinen Buchstaben.
    e8=D: Der Bauer wird zur Dame.
    O-O: kurze Rochade. O-O-O: lange Rochade.
    NRxe5: Ungewöhnliche Figuren haben zwei Buchstaben; hier schlägt der Nachtreiter auf e5.
    DI~e5: Der Diplomat dreht die Figur auf e5 um.
    n3/S@m1: Im Schachen zieht ein Bauer nach n3, dann wird auf m1 ein Springer eingesetzt.
    Td8+ gibt Schach, Td8# setzt matt.
    Die englischen Buchstaben (Q, R, N) gehen auch. Nur ein B kann Bauer oder Läufer heißen.
