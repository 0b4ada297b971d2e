# Time: how long something lasts, how much of it a game gives, clocks, and moments. "h" and "min" have no full stop, so that a
# sentence may end with them.

span-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
span-in-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
span-hours = { $count } h
span-minutes = { $count } min
span-two = { $first } { $second }

# A moment stands behind a colon: where a platform shows it in the reader's own time, it says the date first.
instant-to-come = in { $span } ({ $date })
instant-past = { $span } ago ({ $date })
instant-now = now ({ $date })
instant-date = { $weekday } { $day } { $month }, { $time } UTC
instant-date-with-year = { $weekday } { $day } { $month } { $year }, { $time } UTC

pace-per-move = { $per-move } per move
pace-with-reserve = { $per-move } per move and { $reserve } in reserve
pace-whole-game = { $reserve } for the whole game
terms-pace-ask = Time: { $pace } (if it runs out, the opponent is asked)
terms-pace-strict = Time: { $pace } (if it runs out, the game is lost)
terms-pace-strict-protected = Time: { $pace } (if it runs out, the game is lost; protection first gives 24 hours more, at most twice a player)

panel-pace = Time: { $value }
panel-pace-none = no time limit
panel-time-out = If time runs out: { $value }
button-time = Time…

refused-no-pace = “{ $word }” tells me no time. For example, 3d gives 3 days per move, and 3d+7d adds 7 days in reserve for the whole game; m, h, d and w stand for minutes, hours, days and weeks.
refused-pace-short = “{ $word }” is too short: games here need at least 5 minutes per move, such as 10m, or 3d+7d for 3 days per move and 7 in reserve.
refused-pace-long = “{ $word }” is too long: 30 days per move is the most. 14d gives two weeks per move, and 3d+7d gives 3 days per move and 7 in reserve.
refused-pace-reserve = “{ $word }” is too long: 60 days in reserve is the most. 3d+7d gives 3 days per move and 7 in reserve.
refused-time-out-alone = Without a time limit no time runs out. Say how much there is as well, for example pace:3d+7d.

clock-deadline = Deadline: { $deadline }.
clock-left = Time left: { $left }.
clock-reserve = Reserve: { $reserve }.
clock-reserve-used = The reserve is used up.
clock-vacation = { $name } is on vacation, so the clock stands still.
clock-vacation-until = { $name } is on vacation, so the clock stands still. Back: { $until }.
clock-pause = The game is paused, so the clock stands still.
clock-pause-until = The game is paused, so the clock stands still. It goes on: { $until }.
clock-outage = The clock stands still while I cannot be reached.
clock-computer = The clock stands still while the computer thinks.
clock-no-place = The clock stands still, as I cannot show the board here.
clock-of-mover = { $name } ({ $side }), to move: { $left }
clock-of-mover-reserve = { $name } ({ $side }), to move: { $left }, including { $reserve } in reserve
clock-of-other = { $name } ({ $side }): { $left }
clock-of-other-reserve = { $name } ({ $side }): { $left }, including { $reserve } in reserve
clock-none = This game has no time limit. To agree on one, start a game with a time: /play @name 3d+7d gives 3 days per move and 7 days in reserve.
