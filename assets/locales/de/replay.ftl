# Eine Partie Zug für Zug.

replay-title = { $title }, Zug für Zug:
replay-alt = Die Partie Zug für Zug. { $moves } { $state }
replay-goes = { $piece } { $to }
replay-captures = { $piece } schlägt auf { $to }
replay-converts = { $piece } bekehrt die Figur auf { $to }
replay-check = , Schach
replay-mate = , schachmatt
refused-nothing-to-replay = In dieser Partie hat noch niemand gezogen, also gibt es nichts anzusehen. Gib /nachspielen nach den ersten Zügen noch einmal ein.
refused-cards-still-hidden = Die Karten dieser Partie sind noch verdeckt. Gib /nachspielen noch einmal ein, wenn sie vorbei ist.
