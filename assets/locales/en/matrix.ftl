# Sentences about Matrix itself. {$room} is a link to a room, {$prefix} what commands begin with: !chess. {$ahead}: people who wait
# before somebody, {$waiting}: messages that wait; {$minutes}, {$seconds}: how long.

about = Only you and I read this. What you write here counts for the game in { $room }, until I write to you about another one. To mean another game, reply to one of my messages about it.
check-may-send = I am allowed to write here.
check-may-not-send = I am not allowed to write in { $room }. An admin of the room can change that: in Element, in the room settings under “Roles & Permissions”, at “Send messages”.
check-encrypted = This room is encrypted: everything I write here, pictures too, only the people in it can read.
check-plain = This room is not encrypted. Private things I send you in a separate encrypted chat.
check-unseen = The homeserver does not tell me whether this room is encrypted or whether I may write here. I keep trying; if that lasts, please tell the person who runs this bot. The reason is in my log.
check-failing = The homeserver did not take what I wrote here last. I keep trying, and nothing is lost. If that lasts, please tell the person who runs this bot; the reason is in my log.
check-suspended = The admins of this homeserver have suspended my account: I may read here and not write. What I have to say waits, and nothing is lost. Please tell the person who runs this bot; only the admins can lift it.
check-locked = The admins of this homeserver have locked my account. What I have to say waits, and nothing is lost. Please tell the person who runs this bot; only the admins can unlock it.
check-no-consent = This homeserver wants its terms to be agreed to before it takes anything from me. What I have to say waits, and nothing is lost. Please tell the person who runs this bot; what the homeserver says about them is in my log.
check-exhausted = This homeserver has reached a limit of its own and takes nothing from me. What I have to say waits, and nothing is lost. Please tell the person who runs this bot; the admins of the homeserver can raise the limit.
check-intercepted = Something between me and the homeserver keeps me out, such as a proxy or a firewall. What I have to say waits, and nothing is lost. Please tell the person who runs this bot; how it answers is in my log.
check-pace = This homeserver takes only so many messages from me, in all rooms together. Messages of mine that wait now: { $waiting }. Seconds until the last of them is sent, about: { $seconds }. An admin of the homeserver can let me send more: please tell the person who runs this bot.
check-hears = I read what is written here. When it is your turn, the move alone is enough, such as Nf3; with hidden cards write it to me alone. Everything else begins with { $prefix } or with my name.
in-words = The picture in words
done = Done. Everyone can see it here: { $room }
greeting = Hello! I referee chess, Chess960, Grand Chess with unusual pieces, and Schachen with hidden cards. { $prefix } play offers a game to everyone else here, { $prefix } board shows the game that is played here, { $prefix } help lists everything. When it is your turn, just write your move, such as e4 or Nf3; in Schachen write it to me alone. Under my messages are numbered choices: answer with the number, or react with it. Auf Deutsch: { $prefix } deutsch
goes-on = The room this game was played in has been replaced by this one. The game goes on here, in this thread.
may-not-send = You invited me to { $room }, but I am not allowed to write there, so nobody can play there yet. Ask an admin of the room to let me send messages.
missed = Much was said here while I was away, and the homeserver did not tell me all of it. If you made a move or asked for something that I have not answered, please write it again.
not-delivered = Something happened in your game in { $room }, but I am not allowed to write there, so not everyone could see it. Nothing is lost. Ask an admin of the room to let me send messages; then write { $prefix } board there.
not-taken = Something happened in your game in { $room }, but I could not show it there: I am no longer in that room, or the homeserver did not take it. Nothing is lost. Invite me again if I am not there; then write { $prefix } board in that room.
nothing-to-choose = Nothing has that number now. { $prefix } board shows what you can choose.
room-later = What you asked for is for your eyes only, so I make a room for the two of us first. That does not work just now; I keep trying. Your invitation comes by itself, and nothing is lost. If it lasts, please tell the person who runs this bot; the reason is in my log.
room-wait = What you asked for is for your eyes only, so I make a room for the two of us first. This homeserver lets me make only so many rooms in an hour. People who wait before you: { $ahead }. Your invitation comes by itself, and nothing is lost. Minutes until then, about: { $minutes }.
speaking = From now on I speak English with you. Wieder auf Deutsch: { $prefix } deutsch
too-fast = That was a lot at once. Please wait a moment, then I listen to you again. A move on its own still counts.
too-many = You invited me to { $room }, but there are more people in it than I can keep an eye on, so I have left again. Invite me to a smaller room and play there.
type-number = The homeserver can read reactions, even in encrypted chats, so with hidden cards I do not go by them. Please write the number instead.
unreadable = I cannot read what you wrote: it is encrypted, and your app has not given me the key. Please write it again. If that does not help, look in your app's settings whether it sends keys to devices that you have not verified.
unseen = The homeserver does not tell me just now who is in { $room }, so I have done nothing there. Please write that again in a moment.
unverified = Your app has asked to verify me by comparing emoji. I am a program and cannot look at them, so I have declined; you can play all the same.
which-list = While your number was on its way, I wrote something new here, so I cannot tell which choice you mean. Please answer the message you mean with its number.
