# Sentences about Matrix itself. {$room} is a link to a room, {$prefix} what commands begin with: !chess.

about = Here nobody reads along. As long as a game is played or prepared in { $room }, what you write here is about that, until I write to you here about another game. If you reply to one of my messages, that is about its game.
check-may-send = I am allowed to write here.
check-may-not-send = I am not allowed to write in { $room }. Somebody who runs the room can let me: in Element, in the room settings under “Roles & Permissions”, at “Send messages”.
check-encrypted = This room is encrypted, and so is everything I say here, pictures too.
check-plain = This room is not encrypted. What is for one person's eyes I write in an encrypted room of our own.
check-unseen = The homeserver does not tell me what this room is like. I keep trying; if that lasts, tell whoever runs me. The reason is in my log.
check-failing = The homeserver did not take what I said here last. I keep trying, and nothing is lost; the reason is in my log.
check-hears = I read what is said here. When it is your turn, the move alone is enough, such as Nf3; everything else begins with { $prefix } or with my name.
in-words = The picture in words
done = Done, where everybody sees it: { $room }
greeting = Hello! I referee chess, Grand Chess with unusual pieces, Schachen with hidden cards, and more. { $prefix } play offers a game to everybody else here, { $prefix } board shows the game that is played here, { $prefix } help lists everything. When it is your turn, just write your move, such as e4 or Nf3. Under my messages are numbered choices: answer with the number, or react with it. Auf Deutsch: { $prefix } deutsch
may-not-send = You invited me to { $room }, but I am not allowed to write there. Ask somebody who runs the room to let me send messages; until then nobody can play there.
not-delivered = Something happened in your game in { $room }, but I am not allowed to write there, so I could not show it to everybody. Nothing is lost: ask somebody who runs the room to let me send messages, then use { $prefix } board there.
not-taken = Something happened in your game in { $room }, but I could not show it there: I am no longer in that room, or the homeserver did not take it. Nothing is lost: invite me again if I am not there, then use { $prefix } board in that room.
nothing-to-choose = There is nothing to choose by that number any more. { $prefix } board shows what can be done now.
speaking = From now on I speak English with you. Wieder auf Deutsch: { $prefix } deutsch
too-fast = That was a lot at once. Please wait a moment, then I listen to you again; a move on its own still counts.
too-many = You invited me to { $room }, but there are more people in it than I can keep an eye on, so I have left again. Invite me to a smaller room and play there.
unreadable = I cannot read what you wrote: your app has not given me the key to it. Please write it again. If that does not help, check in your app's settings whether it sends keys to devices that you have not verified yourself.
