//! Two people challenge one another and move, over a store in memory, and all messages are printed:
//! `cargo run -p adoube-bot --example two_people`.

use std::{error::Error, io, io::Write, sync::Arc};

use adoube_bot::{
    Block, Bot, BotParts, ChannelId, ChatEvent, ComputerSettings, DeliveryPolicy, DeliveryReceipt,
    IdempotencyKey, Language, Locales, Message, Reply, UserAction, Viewer,
};
use adoube_store::MemoryStore;
use adoube_testing::{clock::TestClock, people};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    two_people(&mut io::stdout()).await
}

/// Acts as the platform `demo` with a channel in which Ada and Bob play.
pub(crate) async fn two_people(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let bot = Bot::new(BotParts {
        locales: Locales::embedded(),
        store: Arc::new(MemoryStore::new()),
        clock: Arc::new(TestClock::default()),
        directory: Arc::new(people::TestDirectory::named(&["Ada", "Bob"])),
        rng: Box::new(ChaCha8Rng::seed_from_u64(1)),
        vacation_days: 28,
        computer: ComputerSettings::default(),
    })?;
    let channel = ChannelId("demo:lobby".to_owned());
    let reader = Viewer::of_channel(Language::EN);
    // The lane of the channel in the outbox holds what everybody there is to read.
    let lane = bot.outbox_of(channel.platform(), DeliveryPolicy::WITHOUT_RELAY).hold(&channel).await;
    let said = [("Ada", "play bob chess white"), ("Bob", "accept"), ("Bob", "move e5"), ("Ada", "move e4")];
    for (number, (name, line)) in said.into_iter().enumerate() {
        writeln!(out, "{name}: {line}")?;
        // The key makes the event act once, however often the platform hands it in.
        let (key, action) = (format!("demo:{number}"), UserAction::Line(line.to_owned()));
        let event = ChatEvent::new(IdempotencyKey::new(key)?, channel.clone(), people::person(name), action);
        if let Reply::Private(notice) = bot.handle(&event).await.reply {
            let sender = Viewer { person: Some(event.person.id), ..reader.clone() };
            write_message(&bot.present(&notice, &sender), out)?;
        }
        // The decision is durable now, and its public notices wait in the outbox.
        while let Some(next) = lane.first().await? {
            write_message(&bot.present(&next.delivery.notice, &reader), out)?;
            lane.done(&next, DeliveryReceipt::default()).await?;
        }
    }
    Ok(())
}

/// Writes the text of a message and its picture in words; the buttons are left out.
fn write_message(message: &Message, out: &mut impl Write) -> io::Result<()> {
    for block in &message.blocks {
        if let Block::Heading(text) | Block::Text(text) | Block::Code(text) = block {
            writeln!(out, "  {text}")?;
        }
    }
    message.picture.iter().try_for_each(|picture| writeln!(out, "  [{}]", picture.alt))
}
