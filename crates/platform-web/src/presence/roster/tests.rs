//! Tests of rosters: many people come and go, and each page ends with the right list at a bounded
//! cost.

use std::task::{Context, Poll, Waker};

use adoube_bot::{ChannelId, Language};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::*;
use crate::{
    identity::profile::WebProfile,
    limits::PEOPLE_LISTED,
    presence::board::{OpenSocket, PresenceBoard},
};

fn lobby() -> ChannelId {
    ChannelId("web:lobby".to_owned())
}

fn profile(name: &str) -> WebProfile {
    let language = Language::EN;
    WebProfile { name: name.to_owned(), language, theme: "wood".to_owned(), reading: language.into() }
}

/// A page and its socket.
struct Page {
    roll: RosterView,
    presence: OpenSocket,
    people: Vec<String>,
    more: usize,
    bytes: usize,
}

impl Page {
    fn open(here: &PresenceBoard, number: usize) -> Self {
        let id = PersonId(format!("web:{number}"));
        let mut presence = here.arrive(&id, profile(&format!("Person-{number}")), String::new()).unwrap();
        presence.enter(&lobby());
        let (roll, whole) = RosterView::full_roster("lobby".to_owned(), id, here.listed(&lobby()));
        let mut page = Self { roll, presence, people: Vec::new(), more: 0, bytes: 0 };
        page.hear(whole);
        page
    }

    fn ask(&mut self, here: &PresenceBoard) {
        if let Some(news) = self.roll.roster_changes(here.listed(&lobby())) {
            self.hear(news);
        }
    }

    fn hear(&mut self, message: ServerMessage) {
        self.bytes += serde_json::to_string(&message).unwrap().len();
        match message {
            ServerMessage::People { people, more, .. } => {
                self.people = people.into_iter().map(|person| person.name).collect();
                self.more = more;
            }
            ServerMessage::PeopleChanged { went, came, more, .. } => {
                self.people.retain(|name| !went.contains(name));
                for NewcomerJson { at, person } in came {
                    self.people.insert(at, person.name);
                }
                self.more = more;
            }
            other => panic!("{other:?}"),
        }
    }

    fn is_right(&self, here: &PresenceBoard) -> bool {
        let listed = here.listed(&lobby());
        let names = listed.people.iter().map(|person| person.name.as_str());
        self.people.iter().map(String::as_str).eq(names) && self.more == listed.more
    }
}

fn ask_all(pages: &mut [Page], here: &PresenceBoard) {
    for page in pages {
        page.ask(here);
    }
}

/// Six hundred people come, sixty in each pause between two updates. If every arrival sent the full
/// list to all, that would be 180 300 messages of 10 kB on average.
#[test]
fn six_hundred_who_come_cost_kilobytes_each_and_not_megabytes() {
    let here = PresenceBoard::default();
    let mut pages = Vec::new();
    for _ in 0..10 {
        pages.extend(
            (0..60)
                .map(|more| (pages.len() + more) * 7919 % 600)
                .map(|number| Page::open(&here, number))
                .collect::<Vec<_>>(),
        );
        ask_all(&mut pages, &here);
    }
    let all: usize = pages.iter().map(|page| page.bytes).sum();
    assert!(pages.iter().all(|page| page.is_right(&here)));
    assert_eq!(pages[0].people.len(), PEOPLE_LISTED);
    assert_eq!(pages[0].more, 600 - PEOPLE_LISTED);
    assert!(all < 8_000_000, "{all} bytes to 600 pages");
}

#[test]
fn whoever_comes_goes_or_is_renamed_each_page_ends_with_the_right_list() {
    for seed in 0..5 {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let here = PresenceBoard::default();
        let mut pages: Vec<Page> = Vec::new();
        for step in 0..200 {
            match rng.random_range(0..5) {
                0 | 1 => pages.push(Page::open(&here, step)),
                2 if !pages.is_empty() => drop(pages.swap_remove(rng.random_range(0..pages.len()))),
                3 if !pages.is_empty() => {
                    let page = &pages[rng.random_range(0..pages.len())];
                    let id = page.roll.reader.clone();
                    here.change(&id, &profile(&format!("Other-{}", rng.random_range(0..1_000_000))));
                    assert!(page.presence.profile.has_changed().unwrap());
                }
                // Some pages are updated rarely.
                _ => pages.iter_mut().filter(|_| rng.random_bool(0.3)).for_each(|page| page.ask(&here)),
            }
        }
        ask_all(&mut pages, &here);
        assert!(pages.iter().all(|page| page.is_right(&here)), "seed {seed}");
        let told: usize = pages.iter().map(|page| page.bytes).sum();
        ask_all(&mut pages, &here);
        let again: usize = pages.iter().map(|page| page.bytes).sum();
        assert_eq!(told, again, "nothing new, nothing told");
        pages.clear();
        assert_eq!(*here.listed(&lobby()), PresenceList::default());
    }
}

#[tokio::test]
async fn changes_wait_for_one_another_and_none_is_lost() {
    let is_ready = |gathered: &mut ChangeThrottle<u32>| {
        let mut changed = Box::pin(gathered.changed());
        changed.as_mut().poll(&mut Context::from_waker(Waker::noop())) == Poll::Ready(())
    };
    let changing = watch::Sender::new(0);
    let mut patient = ChangeThrottle::new(changing.subscribe(), Duration::from_secs(3600));
    changing.send_replace(1);
    assert!(!is_ready(&mut patient));
    let mut prompt = ChangeThrottle::new(changing.subscribe(), Duration::ZERO);
    assert!(!is_ready(&mut prompt), "what it began with is known");
    changing.send_replace(2);
    assert!(is_ready(&mut prompt) && !is_ready(&mut prompt));
    patient.not_before = Instant::now();
    assert!(is_ready(&mut patient), "what happened meanwhile is told when it is time");
    changing.send_replace(3);
    assert!(!is_ready(&mut patient), "and then it is quiet again");
}
