# Eine Partie Zug für Zug.

replay-title = { $title }, Zug für Zug:
replay-alt = Die Partie Zug für Zug. { $moves } { $state }
replay-goes = { $piece } { $to }
replay-captures = { $piece } schlägt auf { $to }
replay-converts = { $piece } dreht die Figur auf { $to } um
replay-check = , Schach
replay-mate = , schachmatt
step-place = Schritt { $step } von { $steps }.
step-start = So begann die Partie.
refused-nothing-to-replay = In dieser Partie hat noch niemand gezogen, also gibt es nichts anzusehen. Gib /nachspielen nach den ersten Zügen noch einmal ein.
refused-cards-still-hidden = Ansehen kannst du diese Partie, wenn sie vorbei ist; bis dahin sind die Karten verdeckt.
