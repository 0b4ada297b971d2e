# Jedes Nein, und was stattdessen geht.

refused-empty-command = Tippe hinter dem Schrägstrich einen Befehl, zum Beispiel /spielen oder /hilfe.
refused-long-command = So viel kann ich nicht auf einmal lesen. Befehle sind kurz: /hilfe zeigt sie.
refused-unknown-command = Einen Befehl „{ $word }“ kenne ich nicht. /hilfe zeigt, was ich kenne.
refused-unknown-command-near = Einen Befehl „{ $word }“ kenne ich nicht. Meintest du /{ $nearest }?
refused-unknown-word = „{ $word }“ verstehe ich dort nicht. So geht es: /{ $usage }
refused-missing-word = Da fehlt etwas. So geht es: /{ $usage }
refused-no-game = Hier läuft keine Partie. Beginne eine mit /spielen.
refused-game-over = Diese Partie ist zu Ende. Beginne eine neue mit /spielen.
refused-not-a-player = Hier spielen { $white } und { $black }, und du schaust zu. /brett zeigt dir die Stellung, /brett drehen von der anderen Seite; /züge zeigt, was ziehen kann. Mit /folgen wirst du gerufen, wenn die Partie endet. Für eine eigene Partie tippe /spielen.
refused-own-game = Du spielst diese Partie selbst und wirst gerufen, sobald du dran bist. /folgen ist für alle, die zuschauen.
refused-many-followers = Dieser Partie folgen schon { $most } Leute, mehr kann ich nicht rufen. /brett zeigt sie dir jederzeit.
refused-not-your-turn = { $name } ist am Zug. Du wirst gerufen, wenn du dran bist.
refused-channel-busy = Hier spielen { $white } und { $black }. Nimm einen anderen Kanal oder warte das Ende ihrer Partie ab.
refused-unknown-person = Hier kenne ich niemanden namens „{ $name }“. Prüfe die Schreibweise, oder fordere mit /spielen alle heraus.
refused-stray-word = „{ $word }“ kenne ich dort nicht, und niemand hier heißt so. Spiele: { $games }. Angaben: { $terms } (mehr: /hilfe { $command }). Personen: @Name.
refused-stray-word-near = Meintest du „{ $nearest }“?
refused-other-game = { $game } spiele ich nicht. Ich spiele { $games }; /regeln sagt, was das ist.
refused-no-clocks = Uhren gibt es noch nicht, die Bedenkzeit ist unbegrenzt. Lass „{ $words }“ weg.
refused-ambiguous-person = „{ $name }“ könnte { $names } sein. Nenne den ganzen Namen.
refused-self-challenge = Gegen dich selbst kannst du nicht spielen. Fordere jemand anderen heraus, oder alle mit /spielen.
refused-many-challenges = In diesem Kanal sind genug Herausforderungen offen. Nimm eine an oder warte, bis eine beantwortet ist.
refused-already-challenging = Deine Herausforderung ist noch offen. Warte auf die Antwort oder nimm sie mit /zurückziehen zurück.
refused-no-challenge = Hier ist keine Herausforderung offen, die du beantworten oder zurückziehen könntest. Stelle mit /spielen eine.
refused-several-challenges = Mehrere Herausforderungen sind offen. Antworte unter der Herausforderung, die du meinst.
refused-challenge-gone = Diese Herausforderung ist nicht mehr offen. Stelle mit /spielen eine neue.
refused-not-challenged-but = Diese Herausforderung gilt { $name }. Stelle mit /spielen deine eigene.
refused-not-challenged-anyone = Diese Herausforderung gilt allen; niemand muss sie ablehnen.
refused-not-challenger = Diese Herausforderung kann nur { $name } zurückziehen. Stelle mit /spielen eine eigene.
refused-no-promotion-choice = In { $variant } gibt es nur eine Art der Umwandlung. Lass dieses Wort weg.
refused-stale = Das gehört zu einem früheren Brett. Nimm das neueste, oder /brett.
refused-offer-gone = Dieses Angebot steht nicht mehr. Mit /remis oder /rücknahme kannst du selbst eines machen.
refused-elsewhere = Diese Partie wird in einem anderen Kanal gespielt. Spiele dort.
refused-unknown-component = Diese Auswahl kenne ich nicht. Nimm das neueste Brett, oder /brett.
refused-not-a-move = „{ $text }“ kann ich nicht als Zug lesen. Tippe ihn wie Sf3 oder e2e4, oder wähle ihn mit /zug aus.
refused-several-moves = „{ $text }“ könnte { $moves } sein. Wähle den Zug, den du meinst.
refused-no-moves-there = Davon kann gerade nichts ziehen: { $text }. /züge zeigt alles, was ziehen kann.
refused-unknown-focus = „{ $text }“ ist weder ein Feld noch eine Figur. Versuche /züge g1 oder /züge Springer.
refused-empty-square = Auf { $square } steht nichts. Nenne das Feld einer Figur: /brett zeigt sie, /züge alle Züge.
refused-no-board-here = Hier läuft keine Partie, also steht auf { $square } nichts. Frag nach dem Namen, zum Beispiel /figur Kamel, oder sieh mit /figuren alle Figuren.
refused-no-draw-offer = Es liegt kein Remisangebot vor. Biete mit /remis eines an.
refused-no-takeback-offer = Niemand hat um eine Rücknahme gebeten.
refused-draw-open = Dein Remisangebot steht noch. Jetzt muss die andere Seite antworten.
refused-takeback-open = Du hast schon gefragt. Jetzt muss die andere Seite antworten.
refused-draw-declined = { $name } hat gerade Remis abgelehnt. Mach erst einen Zug, dann kannst du es wieder anbieten.
refused-takeback-declined = { $name } möchte, dass dieser Zug bleibt. Spiel weiter; bei einem späteren kannst du wieder fragen.
refused-answer-draw-first = Die andere Seite bietet Remis an. Antworte zuerst darauf: /remis annehmen oder /remis ablehnen.
refused-answer-takeback-first = Die andere Seite möchte einen Zug zurücknehmen. Antworte zuerst darauf: /rücknahme annehmen oder /rücknahme ablehnen.
refused-no-touch-move = Diese Partie wird ohne „Berührt – geführt“ gespielt; Berühren verpflichtet niemanden. Mach einfach deinen Zug.
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
    [0] Es ist nichts berührt, was du freigeben könntest.
   *[other] Auf { $squares } ist nichts berührt, was du freigeben könntest.
} /brett zeigt, was berührt ist.
refused-no-takebacks = Bei „Berührt – geführt“ wird nichts zurückgenommen. Du kannst mit /remis Remis anbieten oder weiterspielen.
refused-nothing-to-take-back = Du hast noch keinen Zug gemacht, den man zurücknehmen könnte.
refused-no-claim = Remis kann man noch nicht verlangen: Die Stellung kam { $repetitions }-mal vor (nötig sind drei), und seit { $moves ->
    [one] einem vollen Zug
   *[other] { $moves } vollen Zügen
} wurde weder ein Bauer gezogen noch geschlagen (nötig sind 50).
refused-too-late-to-abort = Ihr habt beide gezogen, also zählt die Partie. Du kannst aufgeben (/aufgeben) oder Remis anbieten (/remis).
refused-moderator-plays = Ihr habt beide gezogen, und in deiner eigenen Partie darfst du nicht mehr als dein Gegner. Du kannst aufgeben (/aufgeben), Remis anbieten (/remis) oder jemand anderen aus der Moderation bitten, sie abzubrechen.
refused-moderator-unseen = An einer Nachricht sehe ich nicht, wer hier moderiert. Wenn du es bist, nimm den Slash-Befehl /abbrechen.
refused-not-asked = Diese Frage gilt { $name }. Wenn du dasselbe möchtest, benutze den Befehl selbst.
refused-unknown-game = Eine Partie „{ $game }“ kenne ich nicht. /partien zeigt deine.
refused-no-game-named = Hier wurde noch keine Partie gespielt. Beginne eine mit /spielen.
refused-unknown-piece = Eine Figur „{ $text }“ kenne ich nicht.
refused-unknown-piece-near = Eine Figur „{ $text }“ kenne ich nicht. Meintest du { $nearest }?
refused-long-record = Diese Partie ist zu lang für einen Chat. Wer mich betreibt, kann sie mit „adoube store export“ sichern.
refused-crowded = Hier passiert zu viel auf einmal. Nichts wurde geändert; bitte versuche es noch einmal.
refused-damaged = Etwas, was ich dafür aufgeschrieben habe, kann ich nicht mehr lesen; geändert habe ich nichts. Sag dem Menschen Bescheid, der mich betreibt: In meinem Log steht, was es ist. Solange könnt ihr in einem anderen Kanal spielen.
refused-trouble = Bei mir ist etwas schiefgegangen. Die Partie ist sicher; bitte versuche es gleich noch einmal.
