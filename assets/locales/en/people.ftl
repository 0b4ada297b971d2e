# Who is blocked by people or barred by moderators, and every no because of how people approach one another.

block-done = You now block { $name }, who cannot challenge you and is not told. Games that are running go on. /unblock ends it.
block-before = You block { $name } already. /unblock ends it.
unblock-done = You block { $name } no longer.
block-nobody = You block nobody. /block with a name keeps that person from challenging you.
block-list = { $count ->
    [one] You block 1 person:
   *[other] You block { $count } people:
}
block-more = { $count ->
    [one] And 1 more, blocked before these.
   *[other] And { $count } more, blocked before these.
}

refused-contact-unavailable = { $name } cannot be challenged now. Challenge someone else, or type /play alone: then anyone can accept.
refused-contact-open = Your challenge to { $name } is still open somewhere else. Take it back there with /withdraw, or wait for the answer.
refused-contact-too-soon = Your last challenges to { $name } came to nothing. You can challenge { $name } again { $until }.
refused-block-oneself = You cannot block yourself. /block with someone else's name blocks that person.
refused-contact-nobody = I know nobody called “{ $name }” here. Check the spelling, or say it where that person has played or written.
refused-block-many = You block { $most } people, and no more are possible. /unblock someone first.
refused-block-not = You do not block “{ $name }”. /block alone lists who is blocked.
refused-block-overheard = Everyone would read the answer here. Write it to me in private, or use the command itself: then only you see it.

bar-done = { $name } is barred now and can begin no games here. Games that are running go on. /unbar ends it.
bar-done-until = { $name } is barred now and can begin no games here. Games that are running go on. This ends { $until }, or with /unbar.
unbar-done = { $name } can play here again.
bar-nobody = Nobody is barred here. /bar with a name keeps that person from playing here.
bar-list = { $count ->
    [one] 1 person is barred here:
   *[other] { $count } people are barred here:
}
bar-line-until = { $person }, ends { $until }
bar-more = { $count ->
    [one] And 1 more, barred before these.
   *[other] And { $count } more, barred before these.
}
refused-barred = The moderators here have barred you, so you can begin no games here. Your running games go on. Ask the moderators if you think this is wrong.
refused-barred-until = The moderators here have barred you, so you can begin no games here. Your running games go on. This ends { $until }.
refused-bar-no-place = Only the two of us are here, so nobody can be barred. Say it where the games are; /block keeps someone from challenging you.
refused-bar-moderator = Only moderators bar people here. If you are one, use the command /bar itself. For yourself, /block keeps someone from challenging you.
refused-bar-oneself = You cannot bar yourself. /bar with someone else's name bars that person.
refused-bar-many = { $most } people are barred here, and no more are possible. /unbar someone first.
refused-bar-not = “{ $name }” is not barred here. /bar alone lists who is.
