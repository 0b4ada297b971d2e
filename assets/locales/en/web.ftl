### The words of the web chat's page itself. What the bot says is in the files beside this one.

## Page
# Where lines begin: ltr from the left, rtl from the right.
direction = ltr
description = Play unusual chess with others, right in the browser.
needs-scripts = This chat needs JavaScript. Please switch it on for this page and load it again.
skip-to-composer = Skip to the message field
open-sidebar = Channels and people
sidebar-label = Channels and people
channels-title = Channels
people-title = Here now
people-hint = Choose a name to challenge that person.
log-label = Messages
show-older = Show older messages
jump-to-newest = New messages
close = Close
save = Save
cancel = Cancel

## Writing
composer-label = Message or command
composer-hint = Type / for commands, or your move, such as e4.
composer-placeholder = Message or /command
suggestions-label = Suggestions
suggestions-count = Suggestions: { $count }. Use the arrow keys; Tab takes one.
list-commands = List the commands
send = Send
pending = Not sent yet

## Messages
only-you = Only you see this
bot-badge = Bot
you = you
enlarge = Enlarge the picture
viewer-label = Enlarged picture
replay-play = Play
replay-stop = Stop
picture-failed = The picture did not load.
try-again = Try again
choose = Choose
choose-from = Choose: { $menu }
copy = Copy
copied = Copied
download = Download { $name }
nobody-yet = Only you are here so far.
people-more = and { $count } more
challenge = Challenge

## Connection
connected = Connected
connecting = Connecting…
reconnecting = Connection lost. Reconnecting…
offline = You are offline. Your messages wait until the connection is back.
postponed = A great deal is going on right now. What you wrote or pressed is sent again by itself in a moment.
read-only = { -nothing-saved } What you write or press waits here and is sent when this line is gone.

## First visit
welcome-title = Welcome to adoube
welcome-text = Play chess, Chess960, Grand Chess or Schachen with people in this chat. Choose the name others see.
welcome-enter = Enter the chat
second-seat = This is another tab: here you can be a second player, even against yourself.
same-person = Stay { $name } in this tab
name-label = Your name
name-hint = 1 to 24 letters, digits or - _ . without spaces.
language-label = Language
start-heading = Welcome, { $name }!
start-play = “Start a game” asks who you want to play, which game, and on what terms. Or type { $play }.
start-setup = Grand Chess with extra pieces, random or picked by you: { $setup }.
start-move = In a game, type your move, such as e4 or Nf3, or use the buttons below the board.
start-alone = Alone? “Play the computer” starts a game of chess at once.
start-play-button = Start a game
start-computer-button = Play the computer
start-help-button = Show all commands
greet-playing = A game is being played here: you can watch it, and talk about it.
greet-people = Who is here stands in the list of people: choose a name to challenge that person.
greet-follow = Tell me when this game ends

## Starting a game
start-who = Who do you want to play?
start-anybody = Anyone here
start-person = Someone I name
start-opponent-label = Name of your opponent
start-opponent-hint = Choose from those who are here, or type a name.
start-opponent-missing = Please choose or type a name.
start-link = Anyone who opens my link
start-link-hint = You get a link to send to a friend. You play in a room of your own that nobody else sees.
start-setup-game = Grand Chess with extra pieces
start-setup-hint = Next you choose the extra pieces, or have them drawn; then you make the challenge.
start-send = Challenge
start-computer = The computer
start-level = How strong?
start-send-computer = Play
level-1 = 1 – has just learnt the rules
level-2 = 2 – beginner
level-3 = 3 – beginner who has played for a while
level-4 = 4 – plays now and then
level-5 = 5 – plays regularly
level-6 = 6 – good player
level-7 = 7 – good club player
level-8 = 8 – strong club player
level-9 = 9 – very strong
level-10 = 10 – as well as it can

## Invitations
invite-by-link = Invite by link
invite-title = Invite by link
invite-text = Send this link to the person you want to play with. The first person who opens it plays you; it works once, as long as your challenge is open.
invite-waiting = Waiting for your friend … The game begins when the link is opened.
invite-address = Link that invites
copy-link = Copy link
share = Share
invited-title = Invitation
invited-next = Ask for a new invitation, or start a game yourself.

## Settings
settings-title = Settings
theme-label = Board style
theme-wood = Wood
theme-slate = Slate
theme-contrast = High contrast
theme-print = For printing
letters-label = Piece letters
letters-own = Those of my language
letters-english = English (N for the Knight)
letters-fairy-stockfish = As in Fairy-Stockfish and PyChess (A for the Cardinal, C for the Marshal)
reminders-label = Reminders that it is your turn
reminders-here = Where the game is
reminders-private = In private
reminders-off = None
hints-label = Show which pieces can move
protection-label = Spend vacation before losing on time
seats-title = Players in this browser
seats-text = Every tab can be another player. Choose who you are in this tab.
seat-current = { $name } (this tab)
seat-use = Play as { $name }
new-seat = New player in this tab

## Channels
new-channel = New channel
channel-name-label = Name of the channel
channel-name-hint = a to z, 0 to 9 and -, at most 32 characters.
create-channel = Create channel
channel-private-label = Only for people I invite
channel-private-hint = Nobody else finds this room, sees what happens in it, or comes in.

## Rooms
room-private = only for invited people
room-over = over
room-opened = { $name }: this game has a room of its own.
room-go = Go to the game
room-yours = Your game has begun: { $name }
room-solo = { $name } – Computer
room-waiting = { $name } – invitation open
room-unnamed = A game
rooms-more = More games ({ $count })
members-open = Members
members-title = Who can come in
members-link-text = Send this link to people you want to let in. It works until you make a new one, or for a week after you last looked here.
members-relink = New link
members-leave = Leave this room
member-remove = Remove { $name }
remove = Remove
channel-gone = There is no channel #{ $channel } here, or not any more. You are in the lobby.

## The board
game-flip = Turn the board round
game-fold = Hide the board
game-unfold = Show the board
game-legend = Pieces of this game
board-label = Board: { $name }. Arrow keys lead from square to square, Enter picks and moves, the question mark tells what a piece is.
board-can-move = can move
board-picked = picked
board-target = can go here
board-taken-too = is captured as well
board-drop = the card can be dropped here
board-touched = touched
board-in-check = in check
board-picked-told = { $name }. Squares it can go to: { $count }.
board-stuck = This piece cannot move now.
board-choose = What does it become?
board-premove-where = { $name }: choose a square, and the move waits until it is your turn.
board-premove = { $name } goes to { $square } as soon as it is your turn. Escape or a tap on the board takes that back.
board-premove-off = The move you kept is taken back.
board-premove-gone = The move you kept, to { $square }, is not possible now.
board-about = What is this piece?
board-larger = Larger squares
board-smaller = Smaller squares
about-book = More in the piece book
side-white = White
side-black = Black
seat-to-move = to move
seat-captured = Has taken: { $name }
clock-left = Time left: { $time }
clock-reserve = In reserve: { $time }
clock-little = Little time left
clock-still = The clock stands still
clock-other = Time when it is their turn: { $time }
game-until = Deadline:
seat-cards = Cards in hand: { $count }, in the stack: { $stack }
hand-title = Your cards
hand-empty = You have no cards in hand.
hand-move-first = Move a piece first; then you may drop one card.
hand-nowhere = There is no square for this card now.
hand-picked = { $name }: choose one of the marked squares. Squares: { $count }.
hand-pass = Pass
hand-undo = Take the move back
touch-title = Touch { $name }?
touch-text = In this game a touched piece must move, if it can. A click on a piece touches it, and that cannot be taken back. You are asked only this once.
touch-yes = Touch it
touch-no = Not yet

## The reader's own games, and being told that it is their turn
my-games-title = Your games
your-turn = Your turn
# Said aloud when the number changes.
turns-waiting = Games waiting for your move: { $count }
title-turns = Your turn: { $count }
alerts-title = When it is your turn, or someone calls you
alert-notify = Show a notification, even while this page is in the background
alert-sound = Play a sound
alert-refused = Your browser does not allow notifications from this page. You can allow them in its settings for this page, then tick the box again.
alert-impossible = This browser cannot show notifications here. The title and the icon of the tab still tell you when it is your turn.
alert-your-turn = Your turn against { $name }
alert-your-turn-in = It is your turn against { $name } in { $channel }. You find the game under “Your games”.
called-in = In { $channel } – { $name }

## The moves of a game, and the page of one game
moves-title = Moves
step-first = To the beginning
step-back = One move back
step-on = One move on
step-last = To the newest position
game-goes-on = The game goes on.
to-channel = To where it is played
no-such-game = There is no game { $name } for you to see. Perhaps the link is incomplete, or the game is played in a private room.
no-game-answer = The game could not be fetched. Perhaps the connection is down for a moment.

## What can go wrong
error-name-empty = Please choose a name.
error-name-long = That name is too long: 24 characters at most.
error-name-characters = Please use only letters, digits and - _ . and begin with a letter or digit.
error-name-taken = Someone here already has that name or one that looks like it. Please choose another one.
error-name-reserved = That name could be mistaken for me, for the person who runs this chat, or for a command. Please choose another one.
error-channel-name = Please use only a to z, 0 to 9 and -, and begin and end with a letter or digit.
error-channel-taken = There is already a channel with that name.
error-channel-limit = No more channels fit in this chat. Please use an existing one.
error-channel-own-limit = You, or someone on your connection, have made as many channels as one person may. Please use one of them; unused ones go away after 30 days.
error-too-fast = That was a little too fast. Wait a moment and send it again.
error-too-much = You have written very much in a short time. Take a break of a few minutes, then send it again.
error-too-long = That message is too long: 2,000 characters at most.
error-too-many = You have this chat open in too many tabs. Please close one and load this page again.
error-crowded = Too many people are here from your network right now. Please try again in a minute.
error-overloaded = A great deal is going on right now. Please try again in a few seconds. Your games are safe.
error-newcomers = Many new people are coming in right now. Please try again in a minute.
error-too-many-seats = This browser has no room for more players. Choose one in the settings.
error-unknown-channel = That channel does not exist. Choose one from the list.
error-rooms = There are as many rooms for games as fit in this chat, or you play in as many as one person may. Finish a game first, then try again.
error-room-full = This room is full. Ask the person who invited you whether someone can make room.
error-not-yours = Only the person who made this room can do that.
error-plays = The players of this room stay in it until the game is over.
error-no-open-seat = You have no open challenge here that a link could lead to. Start a game first.
error-invite-unknown = This link leads nowhere. Perhaps a part of it is missing: copy all of it, or ask for a new one.
error-invite-over = This invitation is over. Ask for a new one, or start a game yourself.
error-invite-taken = Someone else has already used this invitation. Ask for another one, or start a game yourself.
error-invite-own = This is your own invitation. Send the link to the person you want to play with: the first person who opens it plays you.
error-computer-setup = To play the computer with extra pieces, choose “Anyone here” instead of a name: the set-up that opens then has a button “Play the computer”.
error-no-answer = The chat did not answer. Check that the program is running, then try again.
error-foreign-page = The server takes this page for one of another site. The person who runs it finds in its log what to set.
error-internal = Something went wrong here. Nothing is lost; please try again.
piece-book = Piece book
