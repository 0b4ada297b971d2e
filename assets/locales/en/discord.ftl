# Sentences about Discord itself. {$channel} is a link to a channel.

bot-opponent = Bots do not play here. Challenge a person, or leave the opponent out, then anybody here may accept.
check-by-command = Ask that with the slash command /help check: a message does not tell me what I am allowed here.
not-delivered = Something happened in your game in {$channel}, but I am not allowed to write there, so I could not show it to everybody. Nothing is lost: ask somebody who manages the server to let me view the channel, send messages and attach files, then use /board there.
channel-gone = The channel of a game with you has been deleted, so I cannot post there any more. What was played is kept: /games shows your games, and /export takes a record away. For a new game, use /play in another channel.
not-allowed = { $thread ->
    [yes] In this thread
   *[no] In this channel
} I lack the { $count ->
    [one] permission
   *[other] permissions
} { $permissions }, so I can show a game here only in answer to somebody; { $thread ->
    [yes] in the channel it belongs to you
   *[no] you
} can grant { $count ->
    [one] it
   *[other] them
} under Edit Channel → Permissions → { $bot }, or for the whole server under Server Settings → Roles → { $bot }.
list-and = { $first } and { $last }

# Permissions as Discord calls them in its settings.
permission-view-channel = “View Channel”
permission-send-messages = “Send Messages”
permission-send-messages-in-threads = “Send Messages in Threads”
permission-create-public-threads = “Create Public Threads”
permission-embed-links = “Embed Links”
permission-attach-files = “Attach Files”
permission-read-message-history = “Read Message History”

# What a self-test finds; in front of each stands how it is: OK, Missing, Not working, Note.
check-member = I am a member of this server.
check-guest = I am not a member of this server; whoever uses me brings me along. So I show games here only in answer to somebody. Whoever manages the server can take me in at { $invitation }
check-guest-between = I am not part of this conversation; whoever uses me brings me along. So I show games here only in answer to somebody.
check-direct = This is our own conversation; nobody has to allow anything here.
check-needed = { $permission }. Without it I show games here only in answer to somebody. Whoever manages roles here can grant it: Edit Channel → Permissions → { $bot }.
check-threads = { $permission } is not granted. Without it games cannot have threads of their own. Whoever manages roles here can grant it: Edit Channel → Permissions → { $bot }.
check-replies = { $permission } is not granted. Without it I cannot reply to a message. Whoever manages roles here can grant it: Edit Channel → Permissions → { $bot }.
check-connected = I am connected to Discord.
check-latency = I am connected to Discord, which answers within { $millis } ms.
check-some-connected = Only { $up } of my { $all } connections to Discord are up; I keep trying. If that lasts, tell whoever runs me; the reason is in my log.
check-called = Discord calls me over HTTP.
check-hears-all = I read every message, so a bare move such as Nf3 is enough.
check-hears-mentions = I read messages that mention me, replies to me, and direct messages: @{ $bot } Nf3 is a move.
check-hears-none = I read no messages here; commands, buttons and menus do everything.
check-registered = My commands are registered with Discord.
check-registering = My commands are not registered with Discord yet; I keep trying. If that lasts, tell whoever runs me; the reason is in my log.
check-not-registered = Discord does not take my commands. Tell whoever runs me; the reason is in my log.
check-failing = { $attempts ->
    [one] One attempt
   *[other] { $attempts } attempts
} to show a message here failed, the first { $minutes ->
    [0] less than a minute
    [one] one minute
   *[other] { $minutes } minutes
} ago. I keep trying. The last reason: { $reason }
