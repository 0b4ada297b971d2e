//! Test of one program on Matrix, on Discord and with its web chat at once: a game on each, and
//! none gets another's messages. Not here: what each platform does by itself.

use std::{future::pending, sync::Arc};

use adoube::directory::PlatformDirectories;
use adoube_bot::SystemClock;
use adoube_platform::socket_file::SocketMode;
use adoube_platform_discord::{self as discord, DiscordPlatform, DiscordSettings};
use adoube_platform_web as web;
use adoube_render::Renderer;

use crate::{
    bot::{Bot, World, play, played},
    browser,
    fake::{APPLICATION, Channel, Fake, GUILD, Opt, TOKEN, User},
    person::Person,
    synapse::Synapse,
};

const MOVES: [&str; 4] = ["f3", "e5", "g4", "Qh4#"];

/// People and a channel on Discord.
const ADA: u64 = 2001;
const BOB: u64 = 2002;
const CHANNEL: u64 = 3001;

// Who enters the web chat keeps a thread waiting.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_each_at_once() {
    let Some(synapse) = Synapse::shared() else { return };
    let mut world = World::on(synapse).await;
    let fake = Fake::start().await;
    let people = web::WebPersonDirectory::new(Arc::clone(&world.store));
    let premises = discord::DiscordDirectory::new(Arc::clone(&world.store));
    let directories = PlatformDirectories::default()
        .with(web::PLATFORM, people.clone())
        .with(discord::PLATFORM, premises.people().clone());
    let (service, matrix) = world.bot(directories).await;
    world.run(matrix);
    begin_discord(&fake, service.clone(), premises);
    let site = begin_web(&world, service, people);

    let (ada, bob) = world.two().await;
    let room = world.room(true, &[&ada, &bob]).await;
    tokio::join!(on_matrix(&world, &room, &ada, &bob), on_discord(&fake), on_web(&site));

    let elsewhere = |words: &str| words.contains("Ada played") || words.contains("Anna played");
    assert!(!ada.saw().iter().any(|seen| elsewhere(seen.words())), "a game belongs to one channel");
    let posted = fake.state().messages.iter().filter(|message| message.content.contains("played")).count();
    assert!(posted <= MOVES.len(), "a game belongs to one channel");
}

fn begin_discord(fake: &Arc<Fake>, service: adoube_bot::Bot, premises: discord::DiscordDirectory) {
    fake.change(|state| {
        for (id, name) in [(ADA, "Ada"), (BOB, "Bob")] {
            let (name, locale) = (name.to_owned(), "en-US".to_owned());
            state.users.insert(id, User { id, name, locale, bot: false, permissions: 0 });
        }
        let channel = Channel { guild: Some(GUILD), installed: true, ..Channel::default() };
        state.channels.insert(CHANNEL, channel);
    });
    let settings = DiscordSettings { token: Some(TOKEN.to_owned().into()), ..DiscordSettings::default() };
    let parts = discord::DiscordParts {
        bot: service,
        clock: Arc::new(SystemClock::default()),
        directory: premises,
        renderer: Arc::new(Renderer::new().expect("a renderer")),
        settings,
        client: fake.client(),
    };
    tokio::spawn(DiscordPlatform::new(parts).expect("a token").serve(None, pending()));
}

fn begin_web(world: &World, service: adoube_bot::Bot, people: web::WebPersonDirectory) -> Bot {
    let parts = web::WebParts {
        readiness: web::Readiness::default(),
        service,
        store: Arc::clone(&world.store),
        clock: Arc::new(SystemClock::default()),
        people,
        renderer: Arc::new(Renderer::new().expect("a renderer")),
        settings: web::WebSettings::default(),
    };
    let bound = web::bind(&web::ListenAddresses::default(), Some(0), SocketMode::default()).expect("a port");
    let host = bound.address().expect("a port").to_string();
    tokio::spawn(web::serve(bound, parts, pending()));
    Bot { host }
}

async fn on_matrix(world: &World, room: &str, ada: &Person, bob: &Person) {
    world.begin(room, (ada, bob), "chess").await;
    play(room, (ada, bob), &MOVES).await;
}

async fn on_discord(fake: &Fake) {
    fake.until("the bot on Discord", |state| state.commands.get(&0).map(|_| ())).await;
    let text = |text: &str| Opt::Text(text.to_owned());
    let challenge = [("opponent", Opt::User(BOB)), ("variant", text("chess")), ("colour", text("white"))];
    slash(fake, ADA, "play", &challenge);
    posted(fake, "challenges").await;
    slash(fake, BOB, "accept", &[]);
    posted(fake, "The game begins").await;
    for (turn, san) in MOVES.into_iter().enumerate() {
        slash(fake, if turn % 2 == 0 { ADA } else { BOB }, "move", &[("move", text(san))]);
        posted(fake, &played(turn, san).replace('#', "\\#")).await;
    }
}

/// Somebody gives a command.
fn slash(fake: &Fake, user: u64, command: &str, options: &[(&str, Opt)]) {
    let (_, event) = fake.interaction(user, CHANNEL, None, (2, crate::fake::command(command, options)));
    fake.dispatch("INTERACTION_CREATE", &event);
}

/// Waits until the bot has told everybody on Discord of something.
async fn posted(fake: &Fake, words: &str) {
    fake.until(words, |state| {
        let posted = state.messages.iter().find(|message| {
            let said = format!("{}{}", message.content, message.embeds);
            message.author == APPLICATION && message.only_for.is_none() && said.contains(words)
        });
        posted.map(|_| ())
    })
    .await;
}

async fn on_web(site: &Bot) {
    let mut anna = browser::Person::enter(site, "Anna").await;
    let mut bert = browser::Person::enter(site, "Bert").await;
    anna.command("/play Bert chess white").await;
    bert.command("/accept").await;
    for (turn, san) in MOVES.into_iter().enumerate() {
        let mover = if turn % 2 == 0 { &mut anna } else { &mut bert };
        mover.command(san).await;
    }
    assert_eq!(anna.exported_moves().await, MOVES);
}
