//! Tests of names: who is meant by a name that several people have or that is typed without its
//! accents, and that no person is taken for the computer.

use std::sync::Arc;

use adoube_bot::{Language, Notice, Person, PersonId, Reply, UserAction};
use adoube_testing::people::TestDirectory;

use crate::support::{Chat, table::text};

fn person(id: &str, name: &str) -> Person {
    Person { id: PersonId(format!("test:{id}")), name: name.to_owned() }
}

fn chat(people: &[(&str, &str)]) -> Chat {
    let people = people.iter().map(|(id, name)| person(id, name)).collect();
    Chat::among(Arc::new(TestDirectory(people)), 1)
}

/// What somebody is told, or everybody.
async fn says(chat: &mut Chat, who: Person, language: Language, line: &str) -> String {
    let mut event = chat.event(&who.name, language, false, UserAction::Line(line.to_owned()));
    event.person = who;
    match chat.service.handle(&event).await.reply {
        Reply::Private(notice) => text(&chat.read(&notice, None, language)),
        Reply::Public => {
            let posted = chat.posted().await;
            let last: &Notice = posted.last().expect("something is said");
            text(&chat.read(last, None, language))
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[tokio::test]
async fn people_of_one_name_are_told_apart_by_what_can_be_typed() {
    let mut chat = chat(&[
        ("eve", "Eve"),
        ("b1", "Bob"),
        ("b2", "Bob"),
        ("b3", "BOB"),
        ("j", "José"),
        ("a", "Ada"),
        ("a2", "Ada"),
    ]);
    let eve = || person("eve", "Eve");
    let asked = says(&mut chat, eve(), Language::EN, "play Bob chess").await;
    assert_eq!(
        asked,
        "“Bob” could be Bob (b1) or Bob (b2). Type what stands in brackets in place of the name."
    );
    let asked = says(&mut chat, eve(), Language::of("de"), "spielen bob schach").await;
    assert!(asked.starts_with("„bob“ könnte Bob (b1), Bob (b2) oder BOB (b3) sein."), "{asked}");
    for (line, opponent) in [
        ("play BOB chess", "BOB"),
        ("play b2 chess", "Bob"),
        ("play jose chess", "José"),
        ("play JOSÉ chess", "José"),
    ] {
        let said = says(&mut chat, eve(), Language::EN, line).await;
        assert!(said.starts_with(&format!("Eve challenges {opponent} to a game.")), "{line}: {said}");
        says(&mut chat, eve(), Language::EN, "withdraw").await;
    }
    // Nobody means themselves where another one is called so, too.
    let said = says(&mut chat, person("a", "Ada"), Language::EN, "play Ada chess").await;
    assert!(said.starts_with("Ada (a) challenges Ada (a2) to a game."), "{said}");
    let begun = says(&mut chat, person("a2", "Ada"), Language::EN, "accept").await;
    assert!(begun.contains("Ada (a)") && begun.contains("Ada (a2)"), "{begun}");
    let alone = says(&mut chat, eve(), Language::EN, "play Eve chess").await;
    assert!(!alone.contains("challenges"), "{alone}");
}

#[tokio::test]
async fn nobody_passes_for_the_computer_or_for_nobody() {
    for (name, shown) in [
        ("Computer", "Computer (x1)"),
        ("Computer level 3", "Computer level 3 (x1)"),
        ("cоmputer", "cоmputer (x1)"),
        ("Computer Stufe 3", "Computer Stufe 3 (x1)"),
        ("adoube", "adoube (x1)"),
        ("\u{3164}", "? (x1)"),
    ] {
        let mut chat = chat(&[("eve", "Eve"), ("x1", name)]);
        let said = says(&mut chat, person("x1", name), Language::EN, "play Eve chess").await;
        assert!(said.starts_with(&format!("{shown} challenges Eve to a game.")), "{said}");
        says(&mut chat, person("x1", name), Language::EN, "withdraw").await;
        let said = says(&mut chat, person("eve", "Eve"), Language::EN, "play x1 chess").await;
        assert!(said.starts_with(&format!("Eve challenges {shown} to a game.")), "{said}");
    }
    // The word means the computer, whoever is called so.
    let mut chat = chat(&[("eve", "Eve"), ("x1", "Computer")]);
    let said = says(&mut chat, person("eve", "Eve"), Language::EN, "play Computer chess white").await;
    assert!(said.starts_with("The game begins: Eve (White) – Computer level"), "{said}");
}
