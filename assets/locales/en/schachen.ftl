# Cards: hands, drops, and the proof that they were shuffled fairly. A fingerprint (SHA-256) stands on a line of its own.

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
hand-places-ahead = After your next move they could go here, as things stand:
hand-nowhere = Right now there is no square for any of them.
hand-ask-card = Your move: { $san }. Now drop a card or pass. Nobody else knows your move yet.
hand-ask-square = Your move: { $san }. Where do you drop the { $piece }?
button-hand = My hand
button-pass = Pass
button-other-move = Another move
pick-card = Which card do you drop?
pick-drop-square = On which square?

deal-sealed = The cards are shuffled. At the end, this fingerprint (SHA-256) proves that nobody changed them:
deal-opened = These were the cards, top of each stack first; the first three were the starting hand. /verify { $game } says how to check them:
verify-sealed = The cards of this game (ID { $game }) stay hidden until it ends. Then /verify compares them with this fingerprint (SHA-256), which I posted at the start:
verify-fits = The cards fit: the text below lists them all, its fingerprint (SHA-256) is the one I posted at the start, and every move was played with these cards. The nonce in it is a random number, so that nobody could guess the cards from the fingerprint.
verify-fails = Something is wrong: these are not the cards whose fingerprint (SHA-256) I posted at the start, or the game was not played with them. Please tell the person who runs this bot.
verify-by-hand = To check it yourself, save the file and type “sha256sum { $name }” in a terminal, or type this line there:
verify-compare = It should answer with the fingerprint that I posted at the start:

refused-no-cards = { $variant } is played without cards. A game with cards begins with /play schachen.
refused-no-kings-choice = In { $variant } nobody chooses where the Kings stand. Leave that word out.
refused-move-first = You drop a card after your move. Move first, or type both at once, such as n3 drop Q o1.
refused-not-a-drop = I cannot read “{ $text }” as a card and a square. Type it like /drop Q o1, or pick it with /drop.
refused-move-made = Your move from { $from } to { $to } is made, and with touch-move it stays. Drop a card with /drop, or end your turn with /pass.
refused-telling = Only you see this: “{ $word }” could give away your move or your cards, so I showed it to nobody. Is it your turn? Type it like n3 drop Q o1 or n3 pass, or use /move and /drop. To chat, use other words.
refused-overheard = Cards are hidden in this game, and everyone can read your words and my answer here. Use slash commands; only I see those: /move, /drop, /hand and all the others.
refused-command-overheard = Cards are hidden in this game, and everyone can read your words and my answer here. Write to me alone, where nobody else reads it: /move, /drop, /hand and all the others.
refused-turn-overheard = Everyone could read that turn, so it does not count: cards are hidden in this game. Write it to me here, where only you and I read it.
refused-no-intended-claims = In Schachen a draw is claimed for the position as it stands: make your move first. /claim alone says whether it holds when it is your turn again.
refused-no-takebacks-with-cards = In Schachen there are no takebacks: you would have seen hidden cards. Play on, or offer a draw with /draw.
