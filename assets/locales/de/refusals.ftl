# Jedes Nein, und was stattdessen geht.

refused-empty-command = Sag mir, was ich tun soll, zum Beispiel /spielen oder /hilfe.
refused-long-command = So viel kann ich nicht auf einmal lesen. Befehle sind kurz: /hilfe zeigt sie.
refused-unknown-command = Einen Befehl „{ $word }“ kenne ich nicht. /hilfe zeigt, was ich kenne.
refused-unknown-command-near = Einen Befehl „{ $word }“ kenne ich nicht. Meintest du /{ $nearest }?
refused-unknown-word = „{ $word }“ verstehe ich nach /{ $command } nicht. Richtig wäre /{ $usage }; welche Wörter passen, zeigt /hilfe { $command }.
refused-missing-word = Da fehlt etwas: /{ $usage }. Mehr dazu: /hilfe { $command }.
refused-no-game = Hier läuft keine Partie. Beginne eine mit /spielen.
refused-game-over = Diese Partie ist zu Ende. Beginne eine neue mit /spielen.
refused-not-a-player = Das können nur { $white } und { $black }. Zuschauen kannst du mit /brett und /züge (von der anderen Seite: /brett drehen), und mit /folgen wirst du gerufen, wenn die Partie endet. Für eine eigene Partie tippe /spielen.
refused-own-game = Du spielst diese Partie selbst und wirst ohnehin gerufen, sobald du am Zug bist. /folgen ist für alle, die zuschauen.
refused-many-followers = Dieser Partie folgen schon { $most } Leute, mehr kann ich nicht rufen. /brett zeigt sie dir jederzeit.
refused-not-your-turn = { $name } ist am Zug. Du wirst gerufen, wenn du dran bist.
refused-channel-busy = Hier spielen { $white } und { $black }. Spiel woanders oder warte das Ende ihrer Partie ab.
refused-unknown-person = Hier kenne ich niemanden namens „{ $name }“. Prüfe die Schreibweise, oder tippe nur /spielen: Dann darf jeder hier annehmen.
refused-stray-word = „{ $word }“ kenne ich dort nicht, und niemand hier heißt so. Spiele: { $games }. Wörter: { $terms } (mehr: /hilfe { $command }). Personen: @Name.
refused-stray-word-near = Meintest du „{ $nearest }“?
refused-said-command = Dafür tippe /{ $command }. Ohne das Zeichen davor ist es für die anderen hier nur ein Wort.
refused-contradiction = „{ $word }“ ist für „{ $option }“ ein Wort zu viel: Du hast schon ein anderes genannt. Lass eines davon weg.
refused-missing-ratings = Partien werden hier nicht gewertet, und niemand hat eine Wertungszahl. Lass „{ $word }“ weg; /partien zeigt deine Partien.
refused-missing-puzzles = Aufgaben und Lektionen gibt es hier nicht, „{ $word }“ beginnt also nichts. /spielen computer beginnt sofort eine Partie, und /figur zeigt, wie die Figuren ziehen.
refused-missing-tournaments = Turniere, Teams und Simultane gibt es hier nicht, „{ $word }“ beginnt also nichts. /spielen beginnt eine Partie zu zweit.
refused-other-game = { $game } spiele ich nicht. Ich spiele { $games }; /regeln sagt, was das ist.
refused-no-clocks = Partien dauern hier Tage, mit „{ $words }“ kann ich nichts anfangen. 10m gibt 10 Minuten pro Zug, 3t gibt 3 Tage, 3t+7t dazu 7 Tage in Reserve; ohne Angabe ist die Zeit unbegrenzt.
refused-ambiguous-person = „{ $name }“ könnte { $names } sein. Tippe statt des Namens, was in Klammern steht.
refused-self-challenge = Gegen dich selbst kannst du nicht spielen. Fordere jemand anderen heraus, oder tippe nur /spielen: Dann darf jeder hier annehmen.
refused-many-challenges = Hier sind genug Herausforderungen offen. Nimm eine an oder warte, bis eine beantwortet ist.
refused-already-challenging = Deine Herausforderung ist noch offen. Warte auf die Antwort oder zieh sie mit /zurückziehen zurück.
refused-no-challenge = Hier gibt es keine Herausforderung, die du beantworten oder zurückziehen kannst. Fordere mit /spielen jemanden heraus.
refused-several-challenges = Mehrere Herausforderungen sind offen. Antworte unter der Herausforderung, die du meinst.
refused-challenge-gone = Diese Herausforderung ist nicht mehr offen. Mit /spielen kannst du neu herausfordern.
refused-not-challenged-but = Diese Herausforderung gilt { $name }. Mit /spielen kannst du selbst jemanden herausfordern.
refused-not-challenged-anyone = Diese Herausforderung gilt allen; du musst sie nicht ablehnen. Willst du spielen, tippe /annehmen.
refused-not-challenger = Diese Herausforderung kann nur { $name } zurückziehen. Mit /spielen kannst du selbst jemanden herausfordern.
refused-computer-off = Der Computer spielt hier gerade nicht. Fordere stattdessen einen Menschen heraus: /spielen.
refused-nobody-else = Hier sind nur wir beide, annehmen könnte also niemand. Spiel gegen den Computer: Wähle unten, oder schreib „computer“ dazu. Gegen einen Menschen spielst du mit /spielen dort, wo ihr beide seid.
refused-nobody-else-at-all = Hier sind nur wir beide, annehmen könnte also niemand. Gegen einen Menschen spielst du mit /spielen dort, wo ihr beide seid.
refused-level-of-person = Stufen hat nur der Computer. Lass die Stufe weg, um gegen einen Menschen zu spielen, oder den Namen, um gegen den Computer zu spielen.
refused-no-such-level = Eine Stufe „{ $level }“ gibt es nicht. Der Computer spielt auf den Stufen 1 (kennt gerade erst die Regeln) bis 10 (so gut er kann), zum Beispiel /spielen computer 3.
refused-computer-and-person = Du hast den Computer und einen Menschen genannt. Lass eines davon weg.
refused-no-hints = Der Computer spielt hier gerade nicht, darum gibt es keine Tipps. /züge zeigt, was du ziehen kannst.
refused-hint-overheard = Hier würden alle den Tipp lesen. Nimm den Slash-Befehl /tipp: Dann siehst nur du ihn.
refused-hint-command-overheard = Hier würden alle den Tipp lesen. Schreib mir allein, wo niemand sonst mitliest: /tipp.
refused-no-analyses = Der Computer spielt hier gerade nicht, darum geht er auch keine Partien durch. Sieh sie dir mit /nachspielen oder /durchblättern an.
refused-analysis-running = Diese Partie läuft noch. Wenn sie vorbei ist, geht der Computer sie durch: /analysieren.
refused-analysis-unplayed = In dieser Partie hat niemand gezogen, also gibt es nichts durchzugehen.
refused-analysis-long = Diese Partie ist zu lang: Der Computer geht Partien mit bis zu { $moves } Zügen durch. Sieh sie dir mit /nachspielen oder /durchblättern an.
refused-analysing = Ich gehe gerade schon eine Partie für dich durch. Warte bitte, bis das fertig ist, und frag dann noch einmal.
refused-computer-busy = Gerade fragen zu viele den Computer. Frag bitte in einer Minute noch einmal.
refused-many-solo-games = Für noch eine Partie gegen den Computer ist gerade kein Platz. Spiel eine deiner Partien zu Ende oder gib sie auf, oder versuch es später noch einmal; /partien zeigt sie.
refused-no-promotion-choice = In { $variant } gibt es nur eine Art der Umwandlung. Lass dieses Wort weg.
refused-stale = Das gehört zu einem älteren Brett. Nimm das neueste oder hol es mit /brett.
refused-offer-gone = Dieses Angebot steht nicht mehr. Mit /remis oder /zurücknehmen kannst du selbst eines machen.
refused-elsewhere = Diese Partie läuft woanders. Zieh dort.
refused-unknown-component = Diese Auswahl gibt es nicht mehr. Nimm das neueste Brett oder hol es mit /brett.
refused-not-a-move = „{ $text }“ kann ich nicht als Zug lesen. Tippe ihn wie Sf3 oder e2e4, oder wähle ihn mit /zug Schritt für Schritt.
refused-several-moves = „{ $text }“ könnte { $moves } sein. Wähle den Zug, den du meinst.
refused-doubtful-number = Du schreibst „{ $text }“, aber der nächste Zug hat die Nummer { $number }. Vielleicht hast du eine andere Stellung vor dir: /brett zeigt diese. Willst du trotzdem { $moves } spielen, dann wähle es.
refused-doubtful-side = „{ $text }“ schreibt man so bei einem Zug von Schwarz, und du hast Weiß. Willst du { $moves } spielen, dann wähle es.
refused-doubtful-question = „{ $text }“ kann eine Frage sein. Willst du { $moves } spielen, dann wähle es.
refused-doubtful-word = „{ $text }“ kann einfach ein Wort sein. Willst du { $moves } spielen, dann wähle es.
refused-doubtful-castling = „{ $text }“ bedeutet hier keine Rochade, und auf das Feld des eigenen Turms kann der König nicht ziehen. Willst du mit { $moves } rochieren, dann wähle es.
refused-doubtful-slip = „{ $text }“ kann ich nicht als Zug lesen. Meinst du { $moves }, dann wähle es.
refused-move-in-other-letters = „{ $text }“ ist nur als { $moves } möglich, denn nicht alle schreiben Kardinal und Marschall mit denselben Buchstaben. Wähle den Zug, wenn du ihn meinst.
refused-no-moves-there = Von dieser Art kann gerade keine Figur ziehen: { $text }. /züge zeigt alle Züge.
refused-unknown-focus = „{ $text }“ ist weder ein Feld noch eine Figur. Versuche /züge g1 oder /züge Springer.
refused-empty-square = Auf { $square } steht nichts. Nenne das Feld einer Figur: /brett zeigt sie, /züge alle Züge.
refused-no-board-here = Hier läuft keine Partie, also steht auf { $square } nichts. Nenne die Figur, zum Beispiel /figur Kamel, oder sieh mit /figuren alle.
refused-no-draw-offer = Es liegt kein Remisangebot vor. Biete mit /remis eines an.
refused-no-takeback-offer = Niemand hat um eine Rücknahme gebeten. Selbst bitten kannst du mit /zurücknehmen.
refused-draw-open = Dein Remisangebot steht noch. Jetzt muss dein Gegner antworten.
refused-takeback-open = Du hast schon um Rücknahme gebeten. Jetzt muss dein Gegner antworten.
refused-draw-declined = { $name } hat gerade Remis abgelehnt. Mach erst einen Zug, dann kannst du es wieder anbieten.
refused-takeback-declined = { $name } möchte, dass dieser Zug bleibt. Spiel weiter; bei einem späteren kannst du wieder fragen.
refused-answer-draw-first = Dein Gegner bietet Remis an. Antworte zuerst darauf: /remis annehmen oder /remis ablehnen.
refused-answer-takeback-first = Dein Gegner möchte einen Zug zurücknehmen. Antworte zuerst darauf: /zurücknehmen annehmen oder /zurücknehmen ablehnen.
refused-no-touch-move = Diese Partie wird ohne „Berührt – geführt“ gespielt: Berühren ändert nichts. Mach einfach deinen Zug.
refused-nothing-there = { $count ->
    [0] Dort
   *[other] Auf { $squares }
} steht nichts, und ein leeres Feld zählt nicht. Nenne Felder von Figuren, zum Beispiel /berühren e2 d7.
refused-touched-before = { $count ->
    [0] Das war schon alles berührt.
   *[other] Schon berührt: { $pieces }.
} Mach deinen Zug; /züge zeigt, was bleibt.
refused-promotion-open = Dein Bauer ist von { $from } nach { $to } gezogen, und dabei bleibt es. { $said ->
    [1] Wähle mit /zug, was daraus wird, oder nenne einfach die Figur.
   *[0] Wähle mit /zug, was daraus wird.
}
refused-opponent-releases = Was du berührt hast, kann nur { $name } freigeben. Frag nach, oder mach einen Zug: /züge zeigt, was bleibt.
refused-nothing-touched = { $count ->
    [0] Es ist nichts berührt
   *[other] Auf { $squares } ist nichts berührt
}, also gibt es nichts freizugeben. Was berührt ist, zeigt /brett.
refused-no-takebacks = Bei „Berührt – geführt“ wird nichts zurückgenommen. Du kannst mit /remis Remis anbieten oder weiterspielen.
refused-nothing-to-take-back = Du hast noch keinen Zug gemacht, den man zurücknehmen könnte.
refused-no-claim = Noch kannst du kein Remis reklamieren: Die Stellung kam { $repetitions }-mal vor (nötig: dreimal), und seit { $moves ->
    [one] einem vollen Zug
   *[other] { $moves } vollen Zügen
} gab es weder einen Bauernzug noch einen Schlagzug (nötig: 50 Züge jeder Seite).
refused-no-claim-yet = Fehlt dazu nur noch der Zug, den du jetzt machen willst, nenne ihn: /reklamieren Sf3.
refused-no-claim-with = Kein Remis: Mit { $san } käme die Stellung erst { $repetitions }-mal vor (nötig: dreimal), und seit { $moves ->
    [one] einem vollen Zug
   *[other] { $moves } vollen Zügen
} gäbe es weder einen Bauernzug noch einen Schlagzug (nötig: 50 Züge jeder Seite).
claim-move-made = Bei „Berührt – geführt“ muss ein Zug, den du nennst, auch gemacht werden. Darum ist { $san } gespielt.
refused-claim-needless = { $san } beendet die Partie von selbst: Spiel den Zug einfach.
refused-too-late-to-abort = Ihr habt beide gezogen, also zählt die Partie. Du kannst aufgeben (/aufgeben) oder Remis anbieten (/remis).
refused-moderator-plays = Ihr habt beide gezogen, und in deiner eigenen Partie darfst du nicht mehr als dein Gegner. Du kannst aufgeben (/aufgeben), Remis anbieten (/remis) oder jemand anderen mit Admin-Rechten hier bitten, sie abzubrechen.
refused-moderator-unseen = An einer Nachricht sehe ich nicht, ob du hier Admin bist. Wenn ja, nimm den Slash-Befehl /abbrechen.
refused-not-asked = Diese Frage gilt { $name }. Wenn du dasselbe möchtest, tippe den Befehl selbst.
refused-unknown-game = Eine Partie „{ $game }“ kenne ich nicht. /partien zeigt deine.
refused-played-elsewhere = Hier lesen andere mit, und deine Partie „{ $game }“ wird anderswo gespielt. Frag mich privat.
refused-no-game-named = Hier wurde noch keine Partie gespielt. Beginne eine mit /spielen.
refused-still-running = Diese Partie läuft noch. Wenn sie vorbei ist, könnt ihr sie mit /revanche noch einmal spielen.
refused-nothing-to-repeat = Du hast hier noch keine Partie beendet, die man noch einmal spielen könnte. Beginne eine mit /spielen.
refused-rematch-of-others = Diese Partie können nur { $white } und { $black } noch einmal spielen. Für eine eigene Partie gib /spielen ein.
refused-rematch-asked = Um diese Revanche hast du { $name } schon gebeten. Sie beginnt, wenn { $name } zustimmt; /zurückziehen nimmt sie zurück.
refused-rematch-elsewhere = { $name } ist nicht hier, und diese Partie wurde woanders gespielt. Bitte dort um die Revanche.
refused-no-other-array = In dieser Partie steht am Anfang immer alles gleich, also lässt sich nichts neu auslosen. /revanche spielt sie noch einmal.
refused-unknown-piece = Eine Figur „{ $text }“ kenne ich nicht. /figur versteht deutsche und englische Namen und die Kürzel aus den Zügen; /figuren zeigt alle.
refused-unknown-piece-near = Eine Figur „{ $text }“ kenne ich nicht. Meintest du { $nearest }?
refused-other-piece = Wie „{ $name }“ in anderen Sammlungen zieht hier keine Figur. /figur allein zeigt die Figuren dieser Partie und versteht auch, wie andere sie nennen, etwa Kanzler für den Marschall.
refused-long-record = Diese Partie ist zu lang, um sie Zug für Zug zu zeigen. Mit /export pgn oder /export json bekommst du sie ganz als Datei.
refused-crowded = Hier passiert zu viel auf einmal. Nichts wurde geändert; bitte versuche es noch einmal.
refused-damaged = Etwas, was ich dafür aufgeschrieben habe, kann ich nicht mehr lesen; geändert habe ich nichts. Gib bitte der Person Bescheid, die diesen Bot betreibt: In meinem Log steht, was es ist. Solange könnt ihr woanders spielen.
refused-newer-program = Das hat eine neuere Version von mir aufgeschrieben, und die, mit der du gerade sprichst, kann es noch nicht lesen. Die Partie ist sicher, und geändert habe ich nichts: Bitte versuche es später noch einmal. Wenn nichts hilft, gib der Person Bescheid, die diesen Bot betreibt: In meinem Log steht, was nötig ist.
refused-nothing-saved = { -nothing-saved } Bitte versuche es in ein paar Minuten noch einmal.
refused-trouble = Bei mir ist etwas schiefgegangen. Die Partie ist sicher; bitte versuche es gleich noch einmal.
refused-unknown-topic = Zu „{ $word }“ habe ich keine Hilfe. Befehle: /hilfe. Wörter: /hilfe wörter. Figuren: /figur. Spiele: /regeln.
refused-unknown-topic-near = Zu „{ $word }“ habe ich keine Hilfe. Meintest du /hilfe { $nearest }?
