# Herausforderungen, Angebote, Fragen, Listen, Hilfe.

challenge-to-one = { $name } fordert { $opponent } zu einer Partie heraus.
challenge-to-anybody = { $name } sucht jemanden zum Spielen. Wer macht mit?
challenge-declined = { $name } lehnt die Herausforderung von { $challenger } ab.
challenge-withdrawn = { $name } zieht die Herausforderung zurück.
challenge-removed = { $name } nimmt die Herausforderung von { $challenger } heraus.
thread-title = { $white } – { $black }, { $variant }
thread-opened = { $white } hat Weiß, { $black } hat Schwarz: { $variant }. Gespielt wird gleich hier in einem eigenen Thread.
thread-refused = Für { $white } und { $black } konnte ich keinen Thread öffnen, und hier läuft schon eine Partie; ihre hat deshalb nicht begonnen. Fordert euch in einem anderen Kanal heraus oder wenn die Partie hier vorbei ist.
terms-variant = Spiel: { $variant }
terms-promotion-captured = Bauern werden zu geschlagenen Figuren ihrer Farbe
terms-promotion-initial = Bauern werden zu einer Figur der Anfangsaufstellung
terms-promotion-all = Bauern werden zu jeder Figur, die es gibt
terms-no-touch-move = Ohne „Berührt – geführt“
terms-colour = Wer herausfordert, spielt { $side }
terms-colour-random = Die Farben werden ausgelost

offer-draw = { $name } bietet Remis an. { $other }, nimmst du an? Wer weiterspielt, lehnt ab.
offer-takeback = { $name } möchte { $plies ->
    [1] den letzten Zug
   *[other] die letzten { $plies } Züge
} zurücknehmen. { $other }, ist das in Ordnung?
offer-draw-declined = { $name } lehnt das Remis ab.
offer-takeback-declined = { $name } möchte, dass der Zug bleibt.
confirm-resign = Willst du wirklich aufgeben?
confirm-abort = Willst du die Partie wirklich abbrechen? Sie hat dann kein Ergebnis.
confirm-claim-repetition = Die Stellung kam { $count }-mal vor. Remis verlangen und die Partie beenden?
confirm-claim-moves = { $moves } Züge jeder Seite ohne Bauernzug und ohne Schlagen. Remis verlangen und die Partie beenden?
settled-resign = Du hast aufgegeben.
settled-claim = Du hast Remis verlangt.
settled-abort = Du hast die Partie abgebrochen.
settled-cancelled = Gut, alles bleibt, wie es ist.

games-of = Partien von { $name }
games-here = Partien in diesem Kanal
games-none = { $title }: noch keine. Fordere jemanden mit /spielen heraus.
games-more = Es gibt noch mehr; dies sind die neuesten.
games-line = { $game }: { $white } – { $black }, { $variant }, { $state }
games-running = { $moves ->
    [0] gerade begonnen
    [one] läuft, 1 Zug
   *[other] läuft, { $moves } Züge
}
export-title = { $name }, zum Kopieren oder Herunterladen:

help-intro = Ich bin Schiedsrichter für Schachpartien in diesem Kanal. Tippe einen Befehl, oder nur deinen Zug, wenn du dran bist.
help-outro = Mehr zu einem Befehl: /hilfe spielen. Eine Figur: /figur Marschall. Zum Zuschauen: /brett. Ob hier alles geht: /hilfe selbsttest.
watching = { $white } (Weiß) und { $black } (Schwarz) spielen hier { $variant }, und du schaust zu. /brett zeigt dir jederzeit die Stellung, /regeln erklärt das Spiel, { $unfamiliar ->
    [0] /figur, wie eine Figur zieht
   *[other] /figuren die ungewöhnlichen Figuren
}, und mit /folgen wirst du gerufen, wenn die Partie endet. Für eine eigene Partie tippe /spielen in einem anderen Kanal, oder hier, wenn diese vorbei ist.
following = Du folgst der Partie von { $white } und { $black } und wirst gerufen, wenn sie endet.
following-no-more = Du folgst der Partie von { $white } und { $black } nicht mehr.
check-title = Selbsttest in diesem Kanal
check-all-fine = Hier geht alles.
check-troubles = { $count ->
    [one] Um eine Sache muss sich jemand kümmern.
   *[other] Um { $count } Dinge muss sich jemand kümmern.
}
check-fine = OK: { $text }
check-missing = Fehlt: { $text }
check-broken = Geht nicht: { $text }
check-note = Hinweis: { $text }
check-store-fine = Partien bleiben erhalten: Was ich aufschreibe, kann ich wieder lesen.
check-store-broken = Partien bleiben nicht erhalten: Was ich aufschreibe, kann ich nicht wieder lesen. Sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log.
check-drawing-fine = Bretter lassen sich zeichnen.
check-drawing-broken = Bretter lassen sich nicht zeichnen. Sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log. Solange zeigt /brett text das Brett in Worten.
check-waiting = { $count ->
    [0] Nichts wartet darauf, in diesem Kanal gezeigt zu werden.
    [one] Eine Nachricht wartet darauf, in diesem Kanal gezeigt zu werden.
   *[other] { $count } Nachrichten warten darauf, in diesem Kanal gezeigt zu werden.
}
check-put-aside = { $count ->
    [one] Eine Nachricht für diesen Kanal kann ich nicht lesen. Ich habe sie beiseitegelegt und niemandem gezeigt; in meinem Log steht, welche es ist.
   *[other] { $count } Nachrichten für diesen Kanal kann ich nicht lesen. Ich habe sie beiseitegelegt und niemandem gezeigt; in meinem Log steht, welche es sind.
}
check-waiting-broken = Ich kann nicht lesen, was in diesem Kanal noch gezeigt werden soll. Sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log.
piece-title = { $name } ({ $code })
piece-diagram-alt = { $name } auf { $square }. Zugfelder: { $moves }. Schlagfelder: { $captures }.
piece-diagram-alt-alike = { $name } auf { $square }. Zug- und Schlagfelder: { $moves }. Schlagen kann die Figur jetzt auf: { $captures }.
piece-diagram-alt-quiet = { $name } auf { $square }. Zugfelder: { $moves }. Diese Figur schlägt nichts.
piece-diagram-alt-example = Beispiel, vorher: { $position } Dann: { $move }
piece-diagram-legend-alike = Punkte: dorthin kann die Figur ziehen, und dort kann sie schlagen. Ringe: diese Figuren kann sie schlagen.
piece-diagram-legend = Punkte: dorthin kann die Figur ziehen. Ringe: dort kann sie schlagen.
piece-diagram-legend-converting = Punkte: dorthin kann die Figur ziehen. Quadrate: dort kann sie eine gegnerische Figur bekehren.
piece-diagram-legend-quiet = Punkte: dorthin kann die Figur ziehen.
piece-diagram-others = Weiße Figuren sind eigene, schwarze gegnerische: Sie zeigen, was im Weg steht und was gebraucht wird.
piece-diagram-before = Vorher
piece-diagram-after = Nachher
piece-names = Auf Englisch: { $name }. In Stellungen und Zügen: { $code }.
piece-at = { $piece } gehört { $side }.
piece-at-locked = Die Figur ist bis Zug { $number } gesperrt: Vorher zieht sie nicht und gibt kein Schach.
piece-at-frozen = Die Figur kann nicht ziehen: { $by } hält sie fest.
piece-at-untouchable = Nichts kann sie jetzt schlagen oder bekehren.
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
piece-names-pawn = Auf Englisch: { $name }. In Stellungen: { $letter }; in FEN: { $code }. Bauernzüge haben keinen Buchstaben.
