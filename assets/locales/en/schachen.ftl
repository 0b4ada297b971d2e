# Cards: hands, drops, and the proof that they were shuffled fairly.

terms-kings-facing = The Kings face each other on the n-file

cards-count = { $side }: { $hand ->
    [0] no cards
    [one] one card
   *[other] { $hand } cards
} in hand, { $stack } in the stack.
cards-open = { $side }'s hand: { $pieces }; { $stack } in the stack.
move-drops = , then drops { $piece } on { $square }

hand-cards = Your cards: { $pieces }.
hand-empty = You have no cards in hand.
hand-places = They may go here now:
hand-places-ahead = As the board stands, they could go here after a move:
hand-nowhere = Right now none of them has a place to go.
hand-ask-card = You move { $san }. Now drop a card, or pass; so far only you know of the move.
hand-ask-square = You move { $san } and drop { $piece }: on which square?
button-hand = My hand
button-pass = Pass
button-other-move = Another move
pick-card = Which card do you drop?
pick-drop-square = On which square?

deal-sealed = The cards are shuffled and sealed, SHA-256 { $hash }. At the end I show them, and anybody can check that they lay so from the start. /hand shows you yours.
deal-opened = These were the sealed cards, from the top of each stack; the first three were the first hand. /verify { $game } says how to check them:
verify-sealed = The cards of game { $game } stay sealed until it ends. What was posted at the start is SHA-256 { $hash }.
verify-fits = The cards fit: this text has the SHA-256 { $hash }, which was posted when the game began, and every move of the game was played with these cards.
verify-fails = Something is wrong: these cards are not the ones that were sealed with SHA-256 { $hash }, or the game was not played with them. Please tell whoever runs me.
verify-by-hand = Check it yourself: save the file and run “sha256sum { $name }”, or type this in a terminal, and compare with what was posted at the start:

refused-no-cards = { $variant } is played without cards. A game with cards begins with /play schachen.
refused-no-kings-choice = In { $variant } nobody chooses where the Kings stand. Leave that word out.
refused-move-first = Cards are dropped after a move. Move first, or type both at once, such as n3 drop Q o1.
refused-not-a-drop = I cannot read “{ $text }” as a card and a square. Type it like /drop Q o1, or pick it with /drop.
refused-move-made = Your move from { $from } to { $to } is made, and with touch-move it stays. Drop a card with /drop, or end your turn with /pass.
refused-telling = Only you read that: “{ $word }” could tell of your turn or your cards, which are hidden. Type a turn like n3 drop Q o1 or n3 pass when it is yours, or use /move and /drop; or say it in other words.
refused-overheard = Here cards are hidden, and everybody would read your words and my answer. Use slash commands, which only I see: /move, /drop, /hand and all the others.
refused-turn-overheard = Cards are hidden in this game, and everybody read your turn: it does not count there. Write it to me here, where nobody else reads along.
refused-no-takebacks-with-cards = In Schachen nothing is taken back, because hidden cards would have been seen. Play on, or offer a draw with /draw.
