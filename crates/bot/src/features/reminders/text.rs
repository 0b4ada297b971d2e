//! Writes a reminder that a person's time is getting short, privately or in a game's channel, with the
//! games that wait for them. Not here: when one is due (`features::clock`).

use crate::{
    Block, ChannelItem, Message,
    core::notice::{DueGame, ReminderNotice},
    text::{Localizer, display_name},
};

/// A reminder, private or in a game's channel.
pub(crate) fn message(speaker: Localizer<'_>, notice: &ReminderNotice) -> Message {
    let ReminderNotice { person, privately, is_last, refused, games, said_at } = notice;
    let name = ("name", display_name(&person.name).into());
    let mut blocks = Vec::new();
    match games.as_slice() {
        [only] => {
            let key = if *is_last { "reminder-last" } else { "reminder" };
            let args = [
                name,
                ("opponent", speaker.seat(&only.opponent).into()),
                ("variant", speaker.variant(only.variant).into()),
            ];
            let mut text = speaker.sentence(key, &args);
            if let Some(deadline) = only.deadline {
                let until = speaker.instant(deadline, *said_at);
                text.push(' ');
                text.push_str(&speaker.sentence("time-deadline", &[("until", until.into())]));
            }
            blocks.push(Block::Text(text));
        }
        several => {
            let count = ("count", several.len().into());
            blocks.push(Block::Text(speaker.sentence("reminder-several", &[name, count])));
        }
    }
    if *privately || games.len() > 1 {
        let line = |game: &DueGame| ChannelItem {
            // The text above has the deadline of a single game.
            text: line(speaker, game, game.deadline.filter(|_| games.len() > 1), *said_at),
            channel: privately.then(|| game.channel.clone()),
        };
        blocks.push(Block::Channels(games.iter().map(line).collect()));
    }
    let how = if *refused { "reminder-refused" } else { "reminder-how" };
    blocks.push(Block::Text(speaker.fixed_sentence(how)));
    Message { blocks, mention: Some(person.id.clone()), ..Message::default() }
}

/// A game in a reminder.
fn line(speaker: Localizer<'_>, game: &DueGame, deadline: Option<u64>, said_at: u64) -> String {
    let mut args = vec![
        ("game", game.game.to_string().into()),
        ("opponent", speaker.seat(&game.opponent).into()),
        ("variant", speaker.variant(game.variant).into()),
    ];
    let Some(deadline) = deadline else { return speaker.sentence("reminder-game-still", &args) };
    args.push(("until", speaker.instant(deadline, said_at).into()));
    speaker.sentence("reminder-game", &args)
}

#[cfg(test)]
mod tests {
    use adoube_rules::Variant;

    use super::*;
    use crate::{ChannelId, Language, Locales, Person, PersonId, core::game::GameId, text::Translations};

    const HOUR: u64 = 3_600_000;

    fn person(name: &str) -> Person {
        Person { id: PersonId(format!("web:{name}")), name: name.to_owned() }
    }

    fn due(id: &str, deadline: Option<u64>) -> DueGame {
        DueGame {
            game: GameId::parse(id).unwrap_or_else(|| panic!("an id")),
            channel: ChannelId(format!("web:{id}")),
            opponent: person("Bob").into(),
            variant: Variant::Chess,
            deadline,
        }
    }

    /// The blocks of a reminder as text.
    fn read(games: Vec<DueGame>, privately: bool) -> Vec<String> {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let ada = person("Ada");
        let notice = ReminderNotice {
            person: ada.clone(),
            privately,
            is_last: false,
            refused: false,
            games,
            said_at: 0,
        };
        let message = message(Localizer::new(&wording, Language::EN), &notice);
        assert_eq!(message.mention, Some(ada.id));
        let block = |block: &Block| match block {
            Block::Text(text) => text.clone(),
            Block::Channels(lines) => {
                let line = |line: &ChannelItem| format!("{:?} {}", line.channel, line.text);
                lines.iter().map(line).collect::<Vec<_>>().join("; ")
            }
            other => panic!("{other:?}"),
        };
        message.blocks.iter().map(block).collect()
    }

    #[test]
    fn a_reminder_says_each_deadline_once() {
        let one = due("k7f2mq", Some(2 * HOUR));
        let other = due("9hz77b", None);
        let here = read(vec![one.clone()], false);
        assert_eq!(here.len(), 2, "{here:?}");
        assert!(here[0].starts_with("Ada, it is your turn against Bob: Chess. Deadline: "), "{here:?}");
        let alone = read(vec![one.clone()], true);
        assert_eq!(alone.len(), 3, "{alone:?}");
        assert_eq!((&alone[0], &alone[2]), (&here[0], &here[1]));
        assert_eq!(alone[1], r#"Some(ChannelId("web:k7f2mq")) k7f2mq: Bob, Chess"#);
        let several = read(vec![one, other], false);
        assert_eq!(several.len(), 3, "{several:?}");
        assert_eq!(several[0], "Ada, your time is getting short in 2 games.");
        assert!(several[1].starts_with("None k7f2mq: Bob, Chess. Deadline: "), "{several:?}");
        assert!(several[1].ends_with("None 9hz77b: Bob, Chess"), "{several:?}");
        assert_eq!(several[2], here[1]);
    }
}
