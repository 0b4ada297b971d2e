# Uhren in Sätzen: was mit ihnen geschieht, Erinnerungen, Pausen, Urlaub und jedes Nein zur Zeit.

time-deadline = Frist: { $until }.
time-asked = Die Zeit von { $late } ist um. { $name }, nimmst du den Sieg oder gibst du { $late } noch einen Zug ({ $span })? Wenn du nichts tust, gehört der Sieg dir: { $until }. Bis dahin kann { $late } noch ziehen.
time-asked-again = Die Zeit von { $late } ist um. { $name }, nimmst du den Sieg? Wenn du nichts tust, gehört der Sieg dir: { $until }. Bis dahin kann { $late } noch ziehen.
time-more = { $name } gibt { $other } mehr Zeit: { $span }.
time-one-more-turn = { $name } gibt { $other } noch einen Zug: { $span }.
time-protected = Die Zeit von { $name } ist um, doch der Schutz gibt 24 Stunden dazu, die als Urlaub zählen.
time-paused = Die Partie pausiert, und die Uhren stehen. Weiter geht es { $until } oder sobald jemand von euch /fortsetzen tippt. Ziehen dürft ihr trotzdem.
time-resumed = Die Pause ist vorbei, die Uhren laufen wieder.
time-resumed-by = { $name } beendet die Pause, die Uhren laufen wieder.
time-away-began = { $name } ist im Urlaub, der { $until } oder früher endet. Bis dahin steht die Uhr dieser Partie.
time-away-ended = { $name } ist aus dem Urlaub zurück, die Uhr läuft wieder.
time-place-lost = Ich kann das Brett von { $white } und { $black } dort, wo sie spielen, nicht mehr zeigen. Die Uhren stehen, bis ich es wieder kann; ein Admin kann mich dort schreiben lassen.
time-place-found = Ich kann das Brett wieder zeigen, und die Uhren laufen.
time-picked = Die Zeit von { $name } ist um, darum habe ich eine Figur ausgelost: { $piece }.
time-idle = In dieser Partie ist lange nichts geschehen. { $name }, du bist am Zug: Spielst du weiter? Sonst endet die Partie { $until } ohne Ergebnis.
time-played-on = { $name } möchte weiterspielen.

reminder = { $name }, du bist am Zug gegen { $opponent }: { $variant }.
reminder-last = { $name }, deine Zeit gegen { $opponent } ist fast um: { $variant }.
reminder-several = { $name }, deine Zeit wird knapp in { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
}.
reminder-game = { $game }: { $opponent }, { $variant }. Frist: { $until }.
reminder-game-still = { $game }: { $opponent }, { $variant }
reminder-how = Wo ich dich erinnere, oder ob überhaupt, wählst du mit /erinnern.
reminder-refused = Ich durfte dir nicht privat schreiben, darum erinnere ich dich ab jetzt hier.

vacation-began = Schönen Urlaub! Er endet { $until }. Bis dahin steht deine Uhr in jeder Partie mit mindestens einem Tag pro Zug, in der du am Zug bist. Wenn du ziehst, endet er früher; ich frage dich vorher. Auch /urlaub ende beendet ihn.
vacation-ended = Willkommen zurück! Deine Uhren laufen wieder.
vacation-away = Du bist im Urlaub. Er endet { $until } oder mit /urlaub ende.
vacation-home = Du bist nicht im Urlaub. /urlaub 10t beginnt einen von 10 Tagen.
vacation-left = Du hast noch { $span } Urlaub.
vacation-not-stopped = { $count ->
    [one] In 1 deiner Partien
   *[other] In { $count } deiner Partien
} hat ein Zug weniger als einen Tag Zeit: Dort hält der Urlaub keine Uhr an. Spiel so eine Partie vorher zu Ende, oder bitte um eine /pause.
vacation-none-left = Du hast keinen Urlaub mehr.
vacation-more = Verbrauchter Urlaub kommt nach einem Jahr zurück, der erste { $until }.

reminders-here = { $new ->
    [1] Ab jetzt erinnere ich dich dort, wo du spielst,
   *[0] Ich erinnere dich dort, wo du spielst,
} wenn deine Zeit knapp wird. Du kannst auch /erinnern privat oder /erinnern aus sagen.
reminders-private = { $new ->
    [1] Ab jetzt erinnere ich dich privat,
   *[0] Ich erinnere dich privat,
} wenn deine Zeit knapp wird. Du kannst auch /erinnern hier oder /erinnern aus sagen.
reminders-off = { $new ->
    [1] Ab jetzt erinnere ich dich nicht,
   *[0] Ich erinnere dich nicht,
} wenn deine Zeit knapp wird. Du kannst auch /erinnern hier oder /erinnern privat sagen.
protection-on = { $new ->
    [1] Ab jetzt bist du geschützt
   *[0] Du bist geschützt
}: Wenn deine Zeit in einer Partie mit mindestens einem Tag pro Zug um ist, hast du 24 Stunden mehr, höchstens zweimal in einer Partie. Sie zählen als Urlaub. /schutz aus beendet das.
protection-off = { $new ->
    [1] Ab jetzt bist du nicht geschützt,
   *[0] Du bist nicht geschützt,
} wenn deine Zeit um ist. Mit /schutz an hast du dann 24 Stunden mehr, die als Urlaub zählen.

offer-pause = { $name } bietet eine Pause an, in der die Uhren stehen: { $span }. { $other }, bist du einverstanden?
offer-pause-declined = { $name } lehnt die Pause ab. Die Uhren laufen weiter.

refused-no-clock = Diese Partie hat keine Uhr, die Zeit kann also niemandem ausgehen. Mit Uhr spielst du, wenn du es beim Herausfordern sagst: /spielen bedenkzeit:3t+7t.
refused-own-clock = Du bist am Zug, und sich selbst gibt niemand mehr Zeit. Bitte { $name }, /mehrzeit zu tippen.
refused-more-times-used = { $name } hat für diesen Zug schon { $most }-mal mehr Zeit bekommen, öfter geht es nicht. Warte auf den Zug; danach geht es wieder.
refused-pause-length = Eine Pause dauert mindestens { $least } und höchstens { $most }. Für eine Woche tippe /pause 7t.
refused-pauses-used = In dieser Partie gab es schon { $most } Pausen, mehr geht nicht. Mehr Zeit geben kannst du noch mit /mehrzeit.
refused-pausing = Die Partie pausiert schon. Weiter geht es { $until } oder sofort mit /fortsetzen.
refused-not-pausing = Die Partie pausiert nicht, die Uhren laufen. Eine Woche Pause bietest du mit /pause 7t an.
refused-no-pause-offer = Es ist keine Pause angeboten. Biete mit /pause selbst eine an.
refused-pause-open = Du hast schon eine Pause angeboten. Dein Gegner muss antworten.
refused-pause-declined = { $name } hat gerade eine Pause abgelehnt. Mach erst einen Zug, dann kannst du wieder eine anbieten.
refused-answer-pause-first = Dein Gegner bietet eine Pause an. Antworte erst darauf: /pause annehmen oder /pause ablehnen.
refused-short-vacation = Ein Urlaub dauert mindestens einen Tag: /urlaub 1t. Du kannst früher zurückkommen, aber er zählt als ein Tag.
refused-little-vacation = Du möchtest { $asked }, hast aber noch { $left } Urlaub. Nimm weniger.
refused-no-vacation-left = Du möchtest { $asked }, hast aber weniger als einen Tag Urlaub übrig. Deine Gegner können dir mit /mehrzeit mehr Zeit geben oder einer /pause zustimmen.
refused-no-vacation = Die Person, die diesen Bot betreibt, lässt keinen Urlaub zu. Deine Gegner können dir mit /mehrzeit mehr Zeit geben oder einer /pause zustimmen.
refused-not-away = Du bist nicht im Urlaub. /urlaub 10t beginnt einen von 10 Tagen.
refused-away-move = Du bist im Urlaub, der { $until } endet. Wenn du jetzt { $san } spielst, ist der Urlaub für alle deine Partien vorbei. Möchtest du das?
refused-away-pick = Du bist im Urlaub, der { $until } endet. Wenn du jetzt eine Figur wählst ({ $piece }), ist der Urlaub für alle deine Partien vorbei. Möchtest du das?
refused-choice-of = Das kann nur { $name } entscheiden. Solange nichts entschieden ist, zählt ein Zug noch.
refused-choice-gone = Es gibt nichts mehr zu entscheiden: Die Partie ist weitergegangen. Nimm das neueste Brett oder hol es mit /brett.
refused-turn-given = { $name } hatte in dieser Partie schon einen Zug mehr. Du kannst den Sieg nehmen oder mit /mehrzeit mehr Zeit geben.
refused-goes-on = Die Partie geht schon weiter. Nimm das neueste Brett oder hol es mit /brett.
