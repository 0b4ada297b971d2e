# Plans: what is played at once if the opponent plays this or that.

plans-none = You have no plans in this game. At your opponent's turn, /if Nf6 then Bb5 plays Bb5 at once when they play Nf6; it can go on: /if Nf6 then Bb5 if a6 then Ba4. Only you see your plans.
plans-gone = Removed; you have no plans left in this game.
plans-listed = Your plans, which only you see. What does not fit your opponent's next move will be gone:
plans-added = Planned, and only you see it. These are your plans now; what does not fit your opponent's next move will be gone:
plans-at-turn = Your plans, which only you see. It is your turn, and you decide; what does not fit your move will be gone:
live-plans = Your plans:
plans-pair = if { $condition } then { $reply }
button-unplan = Remove { $number }
board-replied = As planned: { $moved }

refused-plan-cards = Nothing can be planned in Schachen: what is possible there depends on hidden cards. Wait for your turn.
refused-plan-touch-move = Nothing can be planned with touch-move, as nobody touches pieces in advance. Wait for your turn.
refused-plan-your-turn = It is your turn: just make your move. You can plan while your opponent is to move.
refused-plan-overheard = Everyone can read your words and my answer here, so your opponent would know your plans. Use slash commands; only I see those: /if.
refused-plan-command-overheard = Everyone can read your words and my answer here, so your opponent would know your plans. Write to me alone, where nobody else reads it: /if.
refused-plan-words-overheard = Everyone could read that plan, so it does not count. Write it to me here, where only you and I read it.
refused-plan-there = After { $moves }: { $sentence }
refused-plan-several-moves = “{ $text }” could be { $moves }. Type exactly which one you mean.
refused-plan-not-a-move = I cannot read “{ $text }” as a move. Type it like Nf3 or e2e4, and put “then” between the moves.
refused-plan-over = After { $moves } the game is over, and nothing can follow. Leave the rest out.
refused-plan-no-reply = And what do you play after { $moves }? Add your move, as in /if Nf6 then Bb5.
refused-plan-long = A plan has { $most } moves at most, those of your opponent counted. Plan the rest later.
refused-plan-many = You have { $most } plans, and more than that I cannot keep. Remove one first: /if lists them.
