# Sentences about Discord itself. {$channel} is a link to a channel.

bot-opponent = Bots do not play here. Challenge a person, or leave the name out and anyone here can accept.
crowded = A great deal is going on just now, and I did not get to this. Nothing was done: please try again in a few seconds. Your games are safe.
unread = Discord sent me this in a form that I do not understand, so nothing was done. Your games are safe. Please tell the person who runs this bot; the reason is in my log.
check-by-command = Ask that with the slash command /help check: a message does not tell me what I am allowed here.
check-astray = My slash commands and buttons do not work: Discord sends them to another address instead of to me. Please tell the person who runs this bot: either empty the field Interactions Endpoint URL in Discord’s Developer Portal (the application, General Information), or let that address lead to me and set discord.interactions; my log has the details.
reads-less = Discord does not let { $bot } read all messages: Message Content Intent is off, or was not granted again. The bot goes on: commands and buttons work, and so do messages that mention it, replies to it and direct messages; only bare moves such as Nf3 are not heard. Switch Message Content Intent on in the Developer Portal (your application, Bot; an app that reaches more than 10,000 people has to apply for it there every year) and restart the bot. If it shall stay as it is now, set messages to mentions. This is told once.
not-delivered = Something happened in your game in {$channel}, but I am not allowed to post there, so not everyone could see it. Nothing is lost. Ask an admin of the server to let me view the channel, send messages and attach files; then type /board there.
channel-gone = The channel of one of your games was deleted, so I can no longer post there. The game is saved: /games lists it, /export saves it as a file. For a new game, use /play somewhere else.
removed = I was removed from the server in which you play in {$channel}, so nobody can move there now. The game is saved: /games in this chat lists it, /export saves it as a file. It goes on when someone adds me to the server again{ $invitation ->
    [none] .
   *[other] : { $invitation }
}
thread-locked = The thread of your game, {$channel}, is locked, so I can no longer post there. Nothing is lost. Ask a moderator of the server to unlock the thread; then type /board there.
blocked = Something happened in your game in {$channel}, but this server’s AutoMod keeps my message out, so not everyone could see it. Nothing is lost. Ask an admin of the server to make an exception for me (Server Settings, then Safety Setup, then AutoMod); then type /board there.
not-shown = Something happened in your game in {$channel}, but Discord did not let me show it there. Nothing is lost: type /board there to see the game.
shown-to-one = Something happened in your game in {$channel}, but what I answer there is shown only to the person who uses me, so you could not see it. Nothing is lost. You can go on where I am a member of the server, or in a direct message{ $invitation ->
    [none] .
   *[other] ; or ask an admin of that server to add me: { $invitation }
}
only-you = Only you can see what I answer here, so the others have not seen this. Nothing is lost. { $why ->
    [apps] This server hides what apps say that are not its members: the permission “Use External Apps” is missing. Ask an admin to grant it to you
   *[other] This server’s AutoMod, or the missing permission “Use External Apps”, hides it. Ask an admin to allow it
}{ $invitation ->
    [none] .
   *[other] , or to add me to the server: { $invitation }
} Or play where everyone can see it: in a server that I am a member of, or in a direct message.
role-called = You mentioned my role, and Discord does not let me read such messages. In the list that opens after @, pick { $bot } with the mark APP; or use a command, such as /move.
edit-ignored = Editing that message changes nothing: I have already done what it said, or it is too old. Please write a new message.
clocks-stand = The clocks stand still.
thread-opening = I am opening a thread for a game: { $title } …
left-asleep = The thread {$channel} is archived again and again, so for today I leave it as it is. The game there goes on: anyone who writes in the thread opens it again.
thread-archived = If this thread is archived when you come back, write anything here to open it again.
not-allowed = { $thread ->
    [yes] In this thread
   *[no] In this channel
} I lack the { $count ->
    [one] permission
   *[other] permissions
} { $permissions }, so I can post here only when someone uses a command or a button. You can grant { $count ->
    [one] it
   *[other] them
}{ $thread ->
    [yes] {" "}in the channel that the thread belongs to
   *[no] {""}
}: Edit Channel, then Permissions, then { $bot }. Or for the whole server: Server Settings, then Roles, then { $bot }.
list-and = { $first } and { $last }

# Permissions as Discord calls them in its settings.
permission-view-channel = “View Channel”
permission-send-messages = “Send Messages”
permission-send-messages-in-threads = “Send Messages in Threads”
permission-create-public-threads = “Create Public Threads”
permission-embed-links = “Embed Links”
permission-attach-files = “Attach Files”
permission-connect = “Connect”
permission-read-message-history = “Read Message History”

# What a self-test finds; in front of each stands how it is: OK, Missing, Not working, Note.
check-member = I am a member of this server.
check-guest = I am not a member of this server; I am only here through the account of the person who uses me. So I can post only when someone uses a command or a button. An admin of the server can add me: { $invitation }
check-guest-between = I am not part of this chat; I am only here through the account of the person who uses me. So I can post only when someone uses a command or a button.
check-direct = This is our own chat; nobody has to allow anything here.
check-needed = { $permission }. Without it I can post here only when someone uses a command or a button. An admin, or anyone who manages roles here, can grant it: Edit Channel, then Permissions, then { $bot }.
check-threads = { $permission } is not granted. Without it games cannot have threads of their own. An admin, or anyone who manages roles here, can grant it: Edit Channel, then Permissions, then { $bot }.
check-embeds = { $permission } is not granted. Without it I attach long texts as a file. An admin, or anyone who manages roles here, can grant it: Edit Channel, then Permissions, then { $bot }.
check-replies = { $permission } is not granted. Without it I cannot reply to a message. An admin, or anyone who manages roles here, can grant it: Edit Channel, then Permissions, then { $bot }.
check-connected = I am connected to Discord.
check-latency = I am connected to Discord, which answers within { $millis ->
    [one] 1 millisecond
   *[other] { $millis } milliseconds
}.
check-some-connected = Only { $up } of my { $all } connections to Discord are up; I keep trying. If that lasts, please tell the person who runs this bot; the reason is in my log.
check-called = Discord calls me over HTTP.
check-strained = Discord refused { $refused } of my requests within ten minutes; at { $most } it would shut me out. Until it refuses fewer I make fewer requests, so some things take longer. Please tell the person who runs this bot; the reason is in my log.
check-hears-all = I read every message here, so a move alone is enough, such as Nf3.
check-hears-mentions = I read messages that mention me, replies to me, and direct messages: @{ $bot } Nf3 is a move.
check-hears-less = I read messages that mention me, replies to me, and direct messages, but no bare moves: Discord does not let me read all messages. Please tell the person who runs this bot: Message Content Intent has to be switched on in Discord’s Developer Portal (the application, Bot), then I have to be restarted.
check-hears-none = I read no messages here; use commands, buttons and menus for everything.
check-registered = My commands are registered with Discord.
check-registering = My commands are not registered with Discord yet; I keep trying. If that lasts, please tell the person who runs this bot; the reason is in my log.
check-registered-later = My commands are not up to date: Discord takes no new ones today. I try again every hour.
check-uninvited = My commands are registered with Discord, but not in { $count ->
    [one] one of the servers in my settings
   *[other] { $count } of the servers in my settings
}, because nobody has added me there yet. They follow as soon as someone does.
check-not-registered = Discord does not take my commands. Please tell the person who runs this bot; the reason is in my log.
check-failing = { $attempts ->
    [one] One attempt
   *[other] { $attempts } attempts
} to show a message here failed, the first { $minutes ->
    [0] less than a minute
    [one] one minute
   *[other] { $minutes } minutes
} ago. I keep trying. The last reason: { $reason }
welcome = Thank you for taking me into { $server }. I referee chess games there, over hours or days.
    - /play @someone starts a game of chess; /help lists everything else.
    - /settings server, used there by a moderator, chooses the usual game and time, channels, threads and how boards are seen.
    - /help check, used in a channel, says what I am not allowed to do there.
menu-challenge = Challenge
menu-make-move = Make this move
wordless = That message has no words, so there is no move in it. Use this on a message such as e4 or Nf3.
type-move = Type a move
type-move-label = Your move
type-move-examples = e4, Nf3, Knight f3, O-O
large-file = This record is larger than the files Discord takes. As PGN it is shorter: /export pgn. The person who runs this bot can get all of it with “adoube store export”.
