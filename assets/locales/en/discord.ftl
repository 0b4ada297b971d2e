# Sentences about Discord itself. {$channel} is a link to a channel.

bot-opponent = Bots do not play here. Challenge a person, or leave the opponent out, then anybody here may accept.
not-delivered = Something happened in your game in {$channel}, but I am not allowed to write there, so I could not show it to everybody. Nothing is lost: ask somebody who manages the server to let me view the channel, send messages and attach files, then use /board there.
channel-gone = The channel of a game with you has been deleted, so I cannot post there any more. What was played is kept: /games shows your games, and /export takes a record away. For a new game, use /play in another channel.
