//! Tests of the picture cache: boards that show different cards get different files and tags,
//! simultaneous requests for one picture draw it once and share one copy in memory, a refused
//! drawing is not cached, and the memory of replays that are being sent is bounded.

use adoube_bot::PersonId;
use adoube_render::{SideCards, VisibleHand};
use adoube_rules::{PieceType, Side};
use futures_util::future::join_all;

use super::*;
use crate::limits::fair_queue::{FairQueue, FairQueueLimits};

fn gallery() -> PictureCache {
    PictureCache::open(Arc::new(Renderer::new().unwrap())).unwrap()
}

fn board(hand: VisibleHand) -> PictureSubject {
    let scene = trial_board().with_cards(Side::White, SideCards { hand, stack: 3 });
    PictureSubject::Board(Box::new(scene), ThemeKey::default())
}

async fn drawn(gallery: &PictureCache, subject: PictureSubject) -> (PictureDigest, Bytes) {
    let name = gallery.name(&subject).unwrap();
    (name, gallery.file(name, subject, || true).await.unwrap())
}

#[tokio::test]
async fn who_sees_other_cards_gets_another_file_under_another_tag() {
    let gallery = gallery();
    let hands = [
        VisibleHand::Hidden(2),
        VisibleHand::Known(vec![PieceType::QUEEN, PieceType::ROOK]),
        VisibleHand::Known(vec![PieceType::ROOK, PieceType::QUEEN]),
        VisibleHand::Known(vec![PieceType::QUEEN, PieceType::QUEEN]),
    ];
    let files = join_all(hands.map(|hand| drawn(&gallery, board(hand)))).await;
    for (at, (name, file)) in files.iter().enumerate() {
        for (other_name, other) in &files[..at] {
            assert!(name != other_name && name.tag() != other_name.tag() && file != other);
        }
    }
}

#[tokio::test]
async fn what_many_ask_for_at_once_is_drawn_once_and_held_once() {
    let gallery = gallery();
    let subject = board(VisibleHand::Hidden(1));
    let name = gallery.name(&subject).unwrap();
    let drawings = std::cell::Cell::new(0);
    let asked = (0..100).map(|_| {
        gallery.file(name, subject.clone(), || {
            drawings.set(drawings.get() + 1);
            true
        })
    });
    let files: Vec<Bytes> = join_all(asked).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(drawings.get(), 1);
    assert!(files.iter().all(|file| file.as_ptr() == files[0].as_ptr()), "a hundred answers, one copy");
}

#[tokio::test]
async fn a_drawing_that_was_not_allowed_is_not_remembered() {
    let gallery = gallery();
    let subject = board(VisibleHand::Hidden(1));
    let name = gallery.name(&subject).unwrap();
    assert_eq!(gallery.file(name, subject.clone(), || false).await, Err(PictureFileError::TooFast));
    assert!(gallery.file(name, subject, || true).await.is_ok());
}

#[test]
fn replays_that_nobody_reads_are_bounded_and_give_their_room_back() {
    let gallery = gallery();
    let turns = FairQueue::new(FairQueueLimits { each: 1000, in_all: 1000 });
    let anna = PersonId("web:anna".to_owned());
    let largest = Bytes::from(vec![0; adoube_render::MAX_REPLAY_BYTES]);
    let send = || gallery.replay_to_send(largest.clone(), turns.take(&anna).unwrap());
    let unread: Vec<Bytes> = std::iter::from_fn(|| send().ok()).collect();
    assert_eq!(unread.len(), REPLAY_BYTES_SENT / adoube_render::MAX_REPLAY_BYTES);
    drop(unread);
    assert!(send().is_ok());
}
