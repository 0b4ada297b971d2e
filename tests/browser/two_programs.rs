//! Test of two programs over one PostgreSQL, each with a browser at it: one game, also while one of
//! them is replaced. Not here: what the programs tell one another (`web`).

use adoube_postgres_cluster::{SKIPPED, shared};

use crate::{
    chromium::{Chromium, DESKTOP},
    hands::on,
    on_the_board::MATE,
    page::{Page, close},
    program::Bot,
};

/// Asks a program to stop, as whoever replaces it does, and waits until it has.
fn stop(mut bot: Bot) {
    adoube_testing::program::signal(bot.child.id(), "TERM");
    assert!(bot.child.wait().unwrap().success());
}

impl Page {
    async fn lists(&self, name: &str) {
        self.css(&format!("#people button[data-name={name}]")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_to_mate_at_two_programs_of_which_one_is_replaced() {
    let Some(cluster) = shared() else {
        println!("{SKIPPED}");
        return;
    };
    let database = cluster.new_database();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let start = |place: usize, port| Bot::start_with(folders[place].path(), port, Some(&database));
    let (one, other) = (start(0, 0), start(1, 0));
    let chromium = Chromium::start().await;
    let anna = Page::enter(&chromium, DESKTOP, &one.host, "Anna").await;
    let bert = Page::enter(&chromium, DESKTOP, &other.host, "Bert").await;
    anna.lists("Bert").await;
    bert.lists("Anna").await;
    anna.say("/play Bert chess white").await;
    bert.press("Accept").await;
    let mut replaced = Some(other);
    for (turn, (from, to, piece)) in MATE.into_iter().enumerate() {
        let (mover, watcher) = if turn % 2 == 0 { (&anna, &bert) } else { (&bert, &anna) };
        mover.turn().await;
        if turn == 2 {
            let host = replaced.as_ref().unwrap().host.clone();
            stop(replaced.take().unwrap());
            bert.css("#connection[data-state=reconnecting]").await;
            anna.css("#people:not(:has(button[data-name=Bert]))").await;
            // The move is made while nobody serves the one who waits for it.
            mover.click(&on(from)).await;
            mover.click(&on(to)).await;
            mover.stands(to, piece).await;
            let again = start(1, host.rsplit(':').next().unwrap().parse().unwrap());
            assert_eq!(again.host, host);
            replaced = Some(again);
            bert.css("#connection[data-state=connected]").await;
            anna.lists("Bert").await;
        } else {
            mover.click(&on(from)).await;
            mover.click(&on(to)).await;
            mover.stands(to, piece).await;
        }
        watcher.stands(to, piece).await;
    }
    for page in [&anna, &bert] {
        page.css("#game.over").await;
        page.xpath("//*[@id='game-status'][contains(., 'Checkmate')]").await;
    }
    close([anna, bert]).await;
    stop(one);
    stop(replaced.unwrap());
}
