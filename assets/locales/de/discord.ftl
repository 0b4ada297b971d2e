# Sätze über Discord selbst. {$channel} ist ein Verweis auf einen Kanal.

bot-opponent = Bots spielen hier nicht mit. Fordere einen Menschen heraus, oder lass den Gegner weg, dann darf jeder hier annehmen.
check-by-command = Frag das mit dem Slash-Befehl /hilfe selbsttest: An einer Nachricht sehe ich nicht, was ich hier darf.
not-delivered = In deiner Partie in {$channel} ist etwas passiert, aber ich darf dort nicht schreiben und konnte es deshalb nicht allen zeigen. Verloren ist nichts: Bitte jemanden, der den Server verwaltet, mir zu erlauben, den Kanal zu sehen, Nachrichten zu senden und Dateien anzuhängen, und benutze dann dort /brett.
channel-gone = Der Kanal einer Partie mit dir ist gelöscht worden, deshalb kann ich dort nichts mehr zeigen. Was gespielt wurde, ist aufbewahrt: /partien zeigt deine Partien, und mit /exportieren nimmst du eine Aufzeichnung mit. Für eine neue Partie nimm /spielen in einem anderen Kanal.
not-allowed = { $thread ->
    [yes] In diesem Thread
   *[no] In diesem Kanal
} { $count ->
    [one] fehlt mir die Berechtigung
   *[other] fehlen mir die Berechtigungen
} { $permissions }, darum kann ich hier eine Partie nur zeigen, wenn gerade jemand etwas tut; { $thread ->
    [yes] geben kannst du sie mir in dem Kanal, zu dem der Thread gehört,
   *[no] geben kannst du sie mir
} unter Kanal bearbeiten → Berechtigungen → { $bot }, oder für den ganzen Server unter Servereinstellungen → Rollen → { $bot }.
list-and = { $first } und { $last }

# Berechtigungen, wie sie in den Einstellungen von Discord heißen.
permission-view-channel = „Kanal ansehen“
permission-send-messages = „Nachrichten senden“
permission-send-messages-in-threads = „Nachrichten in Threads senden“
permission-create-public-threads = „Öffentliche Threads erstellen“
permission-embed-links = „Links einbetten“
permission-attach-files = „Dateien anhängen“
permission-read-message-history = „Nachrichtenverlauf anzeigen“

# Was ein Selbsttest findet; davor steht jeweils, wie es darum steht: OK, Fehlt, Geht nicht, Hinweis.
check-member = Ich bin Mitglied dieses Servers.
check-guest = Ich bin kein Mitglied dieses Servers; wer mich benutzt, bringt mich mit. Darum zeige ich Partien hier nur, wenn gerade jemand etwas tut. Wer den Server verwaltet, kann mich aufnehmen: { $invitation }
check-guest-between = Ich gehöre nicht zu dieser Unterhaltung; wer mich benutzt, bringt mich mit. Darum zeige ich Partien hier nur, wenn gerade jemand etwas tut.
check-direct = Das ist unsere eigene Unterhaltung; hier muss niemand etwas erlauben.
check-needed = { $permission }. Sonst zeige ich Partien hier nur, wenn gerade jemand etwas tut. Wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten → Berechtigungen → { $bot }.
check-threads = { $permission } ist nicht erlaubt. Partien können deshalb keinen eigenen Thread haben. Wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten → Berechtigungen → { $bot }.
check-replies = { $permission } ist nicht erlaubt. Ich kann deshalb nicht auf Nachrichten antworten. Wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten → Berechtigungen → { $bot }.
check-connected = Ich bin mit Discord verbunden.
check-latency = Ich bin mit Discord verbunden; die Antwort braucht { $millis } ms.
check-some-connected = Nur { $up } meiner { $all } Verbindungen zu Discord stehen; ich versuche es weiter. Wenn das so bleibt, sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log.
check-called = Discord ruft mich über HTTP auf.
check-hears-all = Ich lese jede Nachricht, also genügt ein bloßer Zug wie Sf3.
check-hears-mentions = Ich lese Nachrichten, die mich erwähnen, Antworten an mich und Direktnachrichten: @{ $bot } Sf3 ist ein Zug.
check-hears-none = Ich lese hier keine Nachrichten; mit Befehlen, Knöpfen und Menüs geht alles.
check-registered = Meine Befehle sind bei Discord registriert.
check-registering = Meine Befehle sind bei Discord noch nicht registriert; ich versuche es weiter. Wenn das so bleibt, sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log.
check-not-registered = Discord nimmt meine Befehle nicht an. Sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log.
check-failing = { $attempts ->
    [one] Ein Versuch
   *[other] { $attempts } Versuche
}, hier etwas zu zeigen, { $attempts ->
    [one] ist
   *[other] sind
} gescheitert, der erste vor { $minutes ->
    [0] weniger als einer Minute
    [one] einer Minute
   *[other] { $minutes } Minuten
}. Ich versuche es weiter. Der letzte Grund: { $reason }
