# Zeit: wie lange etwas dauert, wie viel davon eine Partie gibt, Uhren und Zeitpunkte. „h“ und „min“ haben keinen Punkt, damit
# ein Satz mit ihnen enden kann.

span-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}
span-in-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tagen
}
span-hours = { $count } h
span-minutes = { $count } min
span-two = { $first } { $second }

# Ein Zeitpunkt steht hinter einem Doppelpunkt: Wo er in der Zeit des Lesers gezeigt wird, steht das Datum vorn.
instant-to-come = in { $span } ({ $date })
instant-past = vor { $span } ({ $date })
instant-now = jetzt ({ $date })
instant-date = { $weekday } { $day }. { $month }, { $time } UTC
instant-date-with-year = { $weekday } { $day }. { $month } { $year }, { $time } UTC

pace-per-move = { $per-move } pro Zug
pace-with-reserve = { $per-move } pro Zug und { $reserve } in Reserve
pace-whole-game = { $reserve } für die ganze Partie
terms-pace-ask = Bedenkzeit: { $pace } (läuft sie ab, wird der Gegner gefragt)
terms-pace-strict = Bedenkzeit: { $pace } (läuft sie ab, ist die Partie verloren)
terms-pace-strict-protected = Bedenkzeit: { $pace } (läuft sie ab, ist die Partie verloren; der Schutz gibt vorher 24 Stunden dazu, höchstens zweimal je Seite)

panel-pace = Bedenkzeit: { $value }
panel-pace-none = unbegrenzt
panel-time-out = Läuft sie ab: { $value }
button-time = Bedenkzeit…

refused-no-pace = „{ $word }“ sagt mir keine Zeit. 3t gibt zum Beispiel 3 Tage pro Zug, 3t+7t dazu 7 Tage in Reserve für die ganze Partie; m, h, t und w stehen für Minuten, Stunden, Tage und Wochen.
refused-pace-short = „{ $word }“ ist zu kurz: Partien brauchen hier mindestens 5 Minuten pro Zug, etwa 10m, oder 3t+7t für 3 Tage pro Zug und 7 in Reserve.
refused-pace-long = „{ $word }“ ist zu lang: Höchstens 30 Tage pro Zug sind möglich. 14t gibt zwei Wochen pro Zug, 3t+7t gibt 3 Tage pro Zug und 7 in Reserve.
refused-pace-reserve = „{ $word }“ ist zu lang: Höchstens 60 Tage in Reserve sind möglich. 3t+7t gibt 3 Tage pro Zug und 7 in Reserve.
refused-time-out-alone = Ohne Bedenkzeit läuft keine Zeit ab. Sag auch, wie viel es gibt, zum Beispiel bedenkzeit:3t+7t.

clock-deadline = Frist: { $deadline }.
clock-left = Restzeit: { $left }.
clock-reserve = Reserve: { $reserve }.
clock-reserve-used = Die Reserve ist aufgebraucht.
clock-vacation = { $name } ist im Urlaub, die Uhr steht still.
clock-vacation-until = { $name } ist im Urlaub, die Uhr steht still. Zurück: { $until }.
clock-pause = Die Partie ist unterbrochen, die Uhr steht still.
clock-pause-until = Die Partie ist unterbrochen, die Uhr steht still. Weiter geht es: { $until }.
clock-outage = Die Uhr steht still, solange ich nicht zu erreichen bin.
clock-computer = Die Uhr steht still, während der Computer nachdenkt.
clock-no-place = Die Uhr steht still, weil ich das Brett hier nicht zeigen kann.
clock-of-mover = { $name } ({ $side }), am Zug: { $left }
clock-of-mover-reserve = { $name } ({ $side }), am Zug: { $left }, davon { $reserve } in Reserve
clock-of-other = { $name } ({ $side }): { $left }
clock-of-other-reserve = { $name } ({ $side }): { $left }, davon { $reserve } in Reserve
clock-none = Diese Partie hat keine Bedenkzeit. Wer eine will, beginnt eine Partie mit Zeit: /spielen @name 3t+7t gibt 3 Tage pro Zug und 7 Tage in Reserve.
