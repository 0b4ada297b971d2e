//! Tests of commands whose options come as values: every command is decided as the same command in a
//! typed line, in every language and for every option.

use adoube_bot::{
    CommandHelp, Decision, InputValue, Language, Notice, OptionFieldKind, OptionHelp, Reply, UserAction,
};

use crate::support::{Chat, languages::READ};

const PEOPLE: [&str; 3] = ["Ada", "Bob", "Cy"];

/// Values of an option, valid and invalid ones.
fn values(option: &OptionHelp) -> Vec<InputValue> {
    let text = |text: &str| InputValue::Text(text.to_owned());
    let texts = |all: &[&str]| all.iter().copied().map(text).collect();
    match &option.form {
        OptionFieldKind::Person => {
            ["@Bob", "bob", "nobody"].map(|name| InputValue::Person(name.to_owned())).into()
        }
        OptionFieldKind::Words(words) => {
            words.iter().map(|word| text(word.word)).chain([text("xyzzy")]).collect()
        }
        OptionFieldKind::Pace(usual) => {
            let usual = usual.iter().map(|(typed, _)| text(typed));
            usual.chain(texts(&["3 days + 7 days", "none", "fast", "31d"])).collect()
        }
        OptionFieldKind::Number(bounds) => {
            let [least, most] = [bounds.least, bounds.most].map(|bound| i64::try_from(bound).unwrap());
            [least, most, most + 1, -3].map(InputValue::Number).into()
        }
        OptionFieldKind::Text => match option.key {
            // One of several options: further words of a line would not belong to it.
            "game" => texts(&["k7f2mq", "twelve", "K7F2M"]),
            "length" => texts(&["3d", "2 days 12 hours", "10", "soon"]),
            _ => texts(&[
                "e4",
                "Nf3",
                "e2 e7",
                "Springer  f3",
                "clear",
                "e5 then Nf3",
                "mine",
                "due",
                "here",
                "Bob",
                "nobody at all",
                "language english",
                "server game chess",
                "hints on",
                "vacation",
                "play",
                "check",
                "touch-move",
                "help",
                "Q a4",
                "xyzzy…",
            ]),
        },
    }
}

/// The three chats in which the same is done: by a line of keys, by a line in the language, by values.
struct Chats([Chat; 3]);

impl Chats {
    async fn act(&mut self, language: Language, actions: [UserAction; 3]) -> (Reply, Vec<Notice>) {
        let mut decided = Vec::new();
        for (chat, action) in self.0.iter_mut().zip(actions.clone()) {
            let event = chat.event("Ada", language, true, action);
            let decision = chat.service.handle(&event).await;
            decided.push((decision, chat.posted().await));
        }
        assert_eq!(decided[0], decided[2], "{:?} and {:?}", actions[0], actions[2]);
        // A refusal quotes the name of an option as it was typed.
        let is_refused = |(decision, _): &(Decision, _)| match &decision.reply {
            Reply::Private(notice) => matches!(**notice, Notice::Refused(_)),
            _ => false,
        };
        let is_same = decided[1] == decided[2] || (is_refused(&decided[1]) && is_refused(&decided[2]));
        assert!(is_same, "{:?} and {:?}: {:?}", actions[1], actions[2], decided[1]);
        let (decision, posted) = decided.swap_remove(0);
        (decision.reply, posted)
    }

    /// Gives a command these options in all three ways.
    async fn invoke(
        &mut self,
        language: Language,
        command: &CommandHelp,
        given: &[(&OptionHelp, InputValue)],
    ) -> (Reply, Vec<Notice>) {
        let line = |name: &str, option_name: fn(&OptionHelp) -> &str| {
            let options = given.iter().map(|(option, value)| format!(" {}:{value}", option_name(option)));
            UserAction::Line(options.fold(name.to_owned(), |line, option| line + &option))
        };
        let by_keys = line(command.key, |option| option.key);
        let by_names = line(&command.name, |option| &option.name);
        let values = given.iter().map(|(option, value)| (option.key.to_owned(), value.clone())).collect();
        let by_values = UserAction::Invoke { command: command.key.to_owned(), values };
        self.act(language, [by_keys, by_names, by_values]).await
    }
}

#[tokio::test]
async fn every_command_is_decided_as_its_line_whatever_its_options_are() {
    for language in READ {
        let mut chats = Chats([0; 3].map(|_| Chat::new(&PEOPLE, 7)));
        let commands = chats.0[0].service.commands(language);
        let mut changes = 0;
        for command in &commands {
            let mut tried = vec![Vec::new()];
            for option in &command.options {
                tried.extend(values(option).into_iter().map(|value| vec![(option, value)]));
            }
            // All options at once, each with its first value.
            tried
                .push(command.options.iter().map(|option| (option, values(option).swap_remove(0))).collect());
            for given in tried {
                let (reply, posted) = chats.invoke(language, command, &given).await;
                changes += usize::from(reply == Reply::Public || !posted.is_empty());
            }
        }
        assert!(changes > 3, "{changes} of {} changed anything", commands.len());
    }
}

#[tokio::test]
async fn a_value_is_read_as_no_other_option() {
    let mut chat = Chat::new(&PEOPLE, 7);
    let mut invoke = async |command: &str, values: &[(&str, InputValue)]| {
        let values = values.iter().map(|(option, value)| ((*option).to_owned(), value.clone())).collect();
        let action = UserAction::Invoke { command: command.to_owned(), values };
        let event = chat.event("Ada", Language::EN, false, action);
        let decision = chat.service.handle(&event).await;
        assert_eq!(decision.speech, None);
        match decision.reply {
            Reply::Private(notice) => {
                let message = chat.read(&notice, Some("Ada"), Language::EN);
                format!("{:?}", message.blocks)
            }
            other => format!("{other:?}"),
        }
    };
    let person = |name: &str| InputValue::Person(name.to_owned());
    let text = |text: &str| InputValue::Text(text.to_owned());
    for (command, values, said) in [
        ("play", vec![("opponent", person("@Ada white chess"))], "“white” is one word too many"),
        ("games", vec![("owner", person("due"))], "due"),
        ("play", vec![("pace", text("3d chess"))], "3d chess"),
        ("play", vec![("pace", text("free-chosen"))], "free-chosen"),
        ("play", vec![("view", text("flip"))], "view:flip"),
        ("draw", vec![("answer", text("accept")), ("answer", text("offer"))], "answer:offer"),
        ("plya", Vec::new(), "plya"),
        ("move", vec![("move", text(&"e".repeat(300)))], "more than I can read"),
    ] {
        let answer = invoke(command, &values).await;
        assert!(answer.contains(said), "{command} {values:?}: {answer}");
    }
}
