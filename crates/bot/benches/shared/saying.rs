//! Helpers of benchmarks that send commands of people to a bot and return its reply. Not here: the
//! bot (`people`), and what a benchmark measures.

use std::{error::Error, fmt};

use adoube_bot::{Bot, ChannelId, ChatEvent, IdempotencyKey, Person, PersonId, Reply, UserAction};

/// Something was said, and nothing was posted.
#[derive(Debug)]
pub struct Unposted {
    line: String,
    why: String,
}

impl fmt::Display for Unposted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.why)
    }
}

impl Error for Unposted {}

/// Lets somebody say something that posts something.
pub async fn say(
    service: &Bot,
    channel: &str,
    (event, person, line): (&str, &Person, &str),
) -> Result<(), Unposted> {
    let unposted = |why: String| Unposted { line: line.to_owned(), why };
    let event = IdempotencyKey::new(event).map_err(|error| unposted(error.to_string()))?;
    let action = UserAction::Line(line.to_owned());
    let said = ChatEvent::new(event, ChannelId(channel.to_owned()), person.clone(), action);
    let reply = service.handle(&said).await.reply;
    if reply == Reply::Public { Ok(()) } else { Err(unposted(format!("{reply:?}"))) }
}

/// Somebody by their id and name.
pub fn person(id: &str, name: &str) -> Person {
    Person { id: PersonId(id.to_owned()), name: name.to_owned() }
}
