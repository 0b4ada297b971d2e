# A game move by move.

replay-title = { $title }, move by move:
replay-alt = The game move by move. { $moves } { $state }
replay-goes = { $piece } { $to }
replay-captures = { $piece } takes on { $to }
replay-converts = { $piece } converts the piece on { $to }
replay-check = , check
replay-mate = , checkmate
step-place = Step { $step } of { $steps }.
step-start = This is how the game began.
refused-nothing-to-replay = Nobody has moved in that game yet, so there is nothing to watch. Type /replay again after the first moves.
refused-cards-still-hidden = You can watch that game when it is over; until then the cards are hidden.
