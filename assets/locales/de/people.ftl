# Wen Leute blockieren, und jedes Nein, weil Leute einander herausfordern.

block-done = { $name } ist jetzt blockiert, kann dich nicht mehr herausfordern und erfährt davon nichts. Laufende Partien gehen weiter. /entblockieren beendet es.
block-before = Du blockierst { $name } schon. /entblockieren beendet es.
unblock-done = Du blockierst { $name } nicht mehr.
block-nobody = Du blockierst niemanden. /blockieren mit einem Namen hält diese Person davon ab, dich herauszufordern.
block-list = { $count ->
    [one] Du blockierst 1 Person:
   *[other] Du blockierst { $count } Personen:
}
block-more = { $count ->
    [one] Und 1 weitere, die du früher blockiert hast.
   *[other] Und { $count } weitere, die du früher blockiert hast.
}

refused-contact-unavailable = { $name } kann zurzeit nicht herausgefordert werden. Fordere jemand anderen heraus, oder gib /spielen allein ein: Dann darf jeder annehmen.
refused-contact-open = Deine Herausforderung an { $name } ist woanders noch offen. Zieh sie dort mit /zurückziehen zurück, oder warte auf die Antwort.
refused-contact-too-soon = Aus deinen letzten Herausforderungen an { $name } ist nichts geworden. Wieder möglich: { $until }.
refused-block-oneself = Dich selbst kannst du nicht blockieren. /blockieren mit dem Namen einer anderen Person blockiert diese.
refused-contact-nobody = Hier kenne ich niemanden namens „{ $name }“. Prüfe die Schreibweise, oder sag es dort, wo diese Person gespielt oder geschrieben hat.
refused-block-many = Du blockierst { $most } Personen, mehr geht nicht. /entblockieren schafft Platz.
refused-block-not = Du blockierst „{ $name }“ nicht. /blockieren allein zeigt, wen du blockierst.
refused-block-overheard = Hier würden alle die Antwort lesen. Schreib es mir privat, oder nimm den Befehl selbst: Dann siehst nur du sie.

bar-done = { $name } ist jetzt gesperrt und kann hier keine Partien beginnen. Laufende Partien gehen weiter. /entsperren beendet es.
bar-done-until = { $name } ist jetzt gesperrt und kann hier keine Partien beginnen. Laufende Partien gehen weiter. Das endet { $until } oder mit /entsperren.
unbar-done = { $name } kann hier wieder spielen.
bar-nobody = Hier ist niemand gesperrt. /sperren mit einem Namen lässt diese Person hier nicht mehr spielen.
bar-list = { $count ->
    [one] 1 Person ist hier gesperrt:
   *[other] { $count } Personen sind hier gesperrt:
}
bar-line-until = { $person }, endet { $until }
bar-more = { $count ->
    [one] Und 1 weitere, die früher gesperrt wurde.
   *[other] Und { $count } weitere, die früher gesperrt wurden.
}
refused-barred = Die Moderatoren haben dich hier gesperrt, darum kannst du hier keine Partien beginnen. Deine laufenden Partien gehen weiter. Frag die Moderatoren, wenn du das für falsch hältst.
refused-barred-until = Die Moderatoren haben dich hier gesperrt, darum kannst du hier keine Partien beginnen. Deine laufenden Partien gehen weiter. Das endet { $until }.
refused-bar-no-place = Hier sind nur wir beide, also gibt es niemanden zu sperren. Sag es dort, wo die Partien sind; /blockieren hält eine Person davon ab, dich herauszufordern.
refused-bar-moderator = Nur Moderatoren sperren hier Personen. Bist du einer, dann nimm den Befehl /sperren selbst. Für dich selbst hält /blockieren eine Person davon ab, dich herauszufordern.
refused-bar-oneself = Dich selbst kannst du nicht sperren. /sperren mit dem Namen einer anderen Person sperrt diese.
refused-bar-many = { $most } Personen sind hier gesperrt, mehr geht nicht. /entsperren schafft Platz.
refused-bar-not = „{ $name }“ ist hier nicht gesperrt. /sperren allein zeigt, wer es ist.
