# Sätze über Discord selbst. {$channel} ist ein Verweis auf einen Kanal.

bot-opponent = Bots spielen hier nicht mit. Fordere einen Menschen heraus, oder lass den Gegner weg, dann darf jeder hier annehmen.
not-delivered = In deiner Partie in {$channel} ist etwas passiert, aber ich darf dort nicht schreiben und konnte es deshalb nicht allen zeigen. Verloren ist nichts: Bitte jemanden, der den Server verwaltet, mir zu erlauben, den Kanal zu sehen, Nachrichten zu senden und Dateien anzuhängen, und benutze dann dort /brett.
channel-gone = Der Kanal einer Partie mit dir ist gelöscht worden, deshalb kann ich dort nichts mehr zeigen. Was gespielt wurde, ist aufbewahrt: /partien zeigt deine Partien, und mit /exportieren nimmst du eine Aufzeichnung mit. Für eine neue Partie nimm /spielen in einem anderen Kanal.
