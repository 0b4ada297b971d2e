//! Checks of the simulation that records have causes: each move, offer or touch in a record follows
//! an action of that player, with at most one move per action; a game does not change by the
//! actions of people who may not act in it; an acknowledged move is in the record; and posted
//! boards show, ply by ply, what an independent replay of the events gives. Not here: whether the
//! record is a legal game (`support/record_check`).

use std::collections::{BTreeMap, BTreeSet};

use adoube_bot::{ChatEvent, UserAction};
use adoube_rules::{Side, Square};
use adoube_store::Table;
use serde_json::Value;

use super::{CHANNELS, jobs};
use crate::support::record_check::{self, Rows};

/// Whatever is new in a game was done by the player whose it is, who did something just now; and by each thing that they did
/// at most one move was made.
pub fn check(before: &Rows, after: &Rows, happened: &[&ChatEvent]) {
    for (id, game) in record_check::games(after) {
        let known = record_check::events(before, &id).len();
        let events = record_check::events(after, &id);
        if events.len() == known {
            continue;
        }
        let stages = record_check::stages(after, &game);
        let mut moves: BTreeMap<String, usize> = BTreeMap::new();
        for (at, event) in events.iter().enumerate().skip(known) {
            let is_move = event["what"] == "move";
            let side = if is_move { Some(stages[at].position().side_to_move()) } else { side(event) };
            // Who let their time run out chooses no piece: it is drawn for them.
            let by_lot = at > 0 && events[at - 1]["what"] == "timed_out";
            let is_begun = is_move && has_begun(before, &id, event);
            let Some(side) = side.filter(|_| !by_lot && !is_begun) else { continue };
            let player = &game["seats"][side.to_string()]["id"];
            if player.is_null() {
                // The computer does what it does by itself.
                continue;
            }
            let done = happened.iter().filter(|incoming| *player == *incoming.person.id.0);
            let done: BTreeSet<_> = done.map(|incoming| incoming.event.to_string()).collect();
            assert!(!done.is_empty(), "{id}: {event} is not {player}'s doing: {happened:?}");
            let made = moves.entry(player.to_string()).or_default();
            *made += usize::from(is_move);
            assert!(*made <= done.len(), "{id}: {player} moved {made} times by {done:?}");
        }
    }
}

/// Whether a move without a drop waited for one: it is made by whoever comes first when its player's time is up.
fn has_begun(before: &Rows, id: &str, event: &Value) -> bool {
    let lan = event["lan"].as_str().expect("a move");
    let begun = record_check::games(before).get(id).map(|game| game["begun"].clone()).unwrap_or_default();
    let square = |key: &str| begun[key].as_str().unwrap_or_default().to_owned();
    !begun.is_null() && !lan.contains('@') && lan.starts_with(&[square("from"), square("to")].concat())
}

/// The player of whom an event other than a move tells.
fn side(event: &Value) -> Option<Side> {
    let by = event.get("by").filter(|by| !by.is_null())?;
    Some(serde_json::from_value(by.clone()).expect("a side"))
}

/// A game in which none of those who did something plays stays as it is, as long as no time has run out.
pub fn check_strangers(before: &Rows, after: &Rows, happened: &[&ChatEvent], now: u64) {
    for channel in CHANNELS {
        let Some(game) = record_check::running(before, channel) else { continue };
        let may_act = |incoming: &ChatEvent| {
            let seats = [&game["seats"]["white"]["id"], &game["seats"]["black"]["id"]];
            incoming.moderator || seats.iter().any(|seat| **seat == *incoming.person.id.0)
        };
        let concerned = happened.iter().any(|incoming| incoming.channel.0 == channel && may_act(incoming));
        if !concerned && !jobs::is_overdue(&game, now) {
            let after = record_check::running(after, channel).map(record_check::without_followers);
            let before = record_check::without_followers(game);
            assert_eq!(after, Some(before), "a stranger acted: {happened:?}");
        }
    }
}

/// A move in coordinates that was acknowledged is among the events.
pub fn check_acknowledged(incoming: &ChatEvent, rows: &Rows) {
    let (UserAction::Line(text) | UserAction::Text(text)) = &incoming.action else { return };
    let from_to = text.rsplit(' ').next().and_then(|lan| lan.split('=').next()).unwrap_or_default();
    let middle = from_to.rfind(|letter: char| letter.is_ascii_lowercase()).unwrap_or_default();
    let (from, to) = from_to.split_at(middle);
    if from.parse::<Square>().is_err() || to.parse::<Square>().is_err() {
        return;
    }
    let known = record_check::games(rows).into_keys().any(|id| {
        let events = record_check::events(rows, &id);
        events.iter().any(|event: &Value| {
            let [lan, san] = ["lan", "san"].map(|form| event[form].as_str().unwrap_or_default());
            // A small n may be a file or a Knight.
            lan.starts_with(from_to) || san.to_lowercase() == from_to
        })
    });
    assert!(known, "an acknowledged move is lost: {incoming:?}");
}

/// Every board that was posted stands as its game did after so many events, and names the move that led there, and the piece
/// and the side that made it; how many of them told of a move.
pub fn check_boards(rows: &Rows) -> usize {
    let games = record_check::games(rows);
    let stages: BTreeMap<&String, _> = games
        .iter()
        .map(|(id, game)| (id, (record_check::stages(rows, game), record_check::events(rows, id))))
        .collect();
    let posted = rows.iter().filter(|((table, _), _)| *table == Table::Message);
    let boards =
        posted.map(|(_, record)| record_check::json(record)).filter(|notice| notice["notice"] == "board");
    boards.filter(|board| is_as_played(board, &stages)).count()
}

type Stages<'a> = BTreeMap<&'a String, (Vec<adoube_rules::Game>, Vec<Value>)>;

fn is_as_played(board: &Value, stages: &Stages<'_>) -> bool {
    let id = board["game"].as_str().expect("an id").to_owned();
    let (stages, events) = stages.get(&id).unwrap_or_else(|| panic!("{board} of a game that is nowhere"));
    let turn = board["turn"].as_u64().expect("a number") as usize;
    let stage = &stages[turn];
    if board["ending"].is_null() {
        assert_eq!(board["position"], stage.position().to_string(), "{id} after {turn} events");
    } else {
        assert_eq!(board["position"], stage.position().full_text(), "{id}, which is over");
    }
    let moved = ["moved", "replied"].iter().any(|event| board["event"] == *event);
    if !moved {
        return false;
    }
    let made = (0..turn).rev().find(|at| events[*at]["what"] == "move").expect("a move was made");
    let before = stages[made].position();
    let last = &board["last"];
    assert_eq!(last["san"], events[made]["san"], "{id} after {turn} events");
    let from = last["from"].as_str().expect("a square").parse().expect("a square");
    let piece = before.piece_at(from).expect("a piece");
    assert_eq!(piece.side, before.side_to_move(), "{id}: {last}");
    assert_eq!(last["piece"], serde_json::to_value(piece).expect("JSON"), "{id}: {last}");
    true
}
