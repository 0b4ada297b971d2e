# Clocks in sentences: news of them, reminders, pauses, vacation, and every no about time.

time-deadline = Deadline: { $until }.
time-asked = { $late } has run out of time. { $name }, do you take the win, or give { $late } one more turn ({ $span })? If you do nothing, the win is yours { $until }. Until then { $late } can still move.
time-asked-again = { $late } has run out of time. { $name }, do you take the win? If you do nothing, the win is yours { $until }. Until then { $late } can still move.
time-more = { $name } gives { $other } more time: { $span }.
time-one-more-turn = { $name } gives { $other } one more turn: { $span }.
time-protected = { $name } has run out of time but is protected: there are 24 hours more, which count as vacation.
time-paused = The game pauses, and the clocks stand still. It goes on { $until }, or as soon as one of you types /resume. You may move all the same.
time-resumed = The pause is over, and the clocks run again.
time-resumed-by = { $name } ends the pause, and the clocks run again.
time-away-began = { $name } is on vacation, which ends { $until } or sooner. Until then the clock of this game stands still.
time-away-ended = { $name } is back from vacation, and the clock runs again.
time-place-lost = I cannot show the board of { $white } and { $black } any more where they play. The clocks stand still until I can again; an admin can let me write there.
time-place-found = I can show the board again, and the clocks run.
time-picked = { $name } has run out of time, so I drew a piece: { $piece }.
time-idle = Nobody has done anything in this game for a long time. { $name }, it is your turn: will you play on? Otherwise the game ends without a result { $until }.
time-played-on = { $name } wants to play on.

reminder = { $name }, it is your turn against { $opponent }: { $variant }.
reminder-last = { $name }, your time against { $opponent } is nearly up: { $variant }.
reminder-several = { $name }, your time is getting short in { $count ->
    [one] 1 game
   *[other] { $count } games
}.
reminder-game = { $game }: { $opponent }, { $variant }. Deadline: { $until }.
reminder-game-still = { $game }: { $opponent }, { $variant }
reminder-how = To be reminded elsewhere or not at all, type /remind.
reminder-refused = I was not allowed to write to you in private, so I remind you here from now on.

vacation-began = Enjoy your vacation! It ends { $until }. Until then your clock stands still in every game with a day or more per move in which it is your turn. A move ends it sooner (I will ask you first), and so does /vacation end.
vacation-ended = Welcome back! Your clocks run again.
vacation-away = You are on vacation. It ends { $until }, or with /vacation end.
vacation-home = You are not on vacation. /vacation 10d begins one of 10 days.
vacation-left = You have { $span } of vacation left.
vacation-not-stopped = { $count ->
    [one] In 1 of your games a move has less than a day: there
   *[other] In { $count } of your games a move has less than a day: there
} your vacation stops no clock. Finish such a game first, or ask your opponent for a /pause.
vacation-none-left = You have no vacation left.
vacation-more = What you have used comes back after a year, the first of it { $until }.

reminders-here = { $new ->
    [1] From now on I remind you where you play
   *[0] I remind you where you play
} when your time gets short. You can also say /remind private or /remind off.
reminders-private = { $new ->
    [1] From now on I remind you in private
   *[0] I remind you in private
} when your time gets short. You can also say /remind here or /remind off.
reminders-off = { $new ->
    [1] From now on I do not remind you
   *[0] I do not remind you
} when your time gets short. You can also say /remind here or /remind private.
protection-on = { $new ->
    [1] From now on you are protected
   *[0] You are protected
}: when your time is up in a game with a day or more per move, you have 24 hours more, at most twice in a game. They count as vacation. /protect off ends that.
protection-off = { $new ->
    [1] From now on you are not protected
   *[0] You are not protected
} when your time is up. With /protect on you have 24 hours more then, which count as vacation.

offer-pause = { $name } offers a pause, in which the clocks stand still: { $span }. { $other }, do you agree?
offer-pause-declined = { $name } declines the pause. The clocks run on.

refused-no-clock = This game has no clock, so nobody runs out of time. To play with one, say it when you challenge: /play pace:3d+7d.
refused-own-clock = It is your turn, and nobody gives more time to themselves. Ask { $name } to type /moretime.
refused-more-times-used = { $name } has been given more time { $most } times for this move, and that is the most. Wait for the move; after it you can do so again.
refused-pause-length = A pause lasts at least { $least } and at most { $most }. For a week, type /pause 7d.
refused-pauses-used = There were { $most } pauses in this game, and that is the most. You can still give more time with /moretime.
refused-pausing = The game pauses already. It goes on { $until }, or at once with /resume.
refused-not-pausing = The game does not pause, so the clocks run. To offer a pause of a week, type /pause 7d.
refused-no-pause-offer = No pause is on offer. Offer one with /pause.
refused-pause-open = You have already offered a pause. Your opponent has to answer.
refused-pause-declined = { $name } has just declined a pause. Make a move first; then you can offer one again.
refused-answer-pause-first = Your opponent offers a pause. Answer that first: /pause accept or /pause decline.
refused-short-vacation = A vacation lasts at least a day: /vacation 1d. You can come back sooner, but it counts as a day.
refused-little-vacation = You asked for { $asked }, but have { $left } of vacation left. Ask for less.
refused-no-vacation-left = You asked for { $asked }, but have less than a day of vacation left. Your opponents can give you more time with /moretime, or agree to a /pause.
refused-no-vacation = The person who runs this bot allows no vacation. Your opponents can give you more time with /moretime, or agree to a /pause.
refused-not-away = You are not on vacation. /vacation 10d begins one of 10 days.
refused-away-move = You are on vacation, which ends { $until }. If you play { $san } now, it ends for all your games. Do you want that?
refused-away-pick = You are on vacation, which ends { $until }. If you pick a piece now ({ $piece }), it ends for all your games. Do you want that?
refused-choice-of = Only { $name } can choose that. As long as nothing is chosen, a move still counts.
refused-choice-gone = There is nothing to choose any more: the game has gone on. Use the newest board, or type /board.
refused-turn-given = { $name } has had one more turn in this game. You can take the win, or give more time with /moretime.
refused-goes-on = The game goes on already. Use the newest board, or type /board.
