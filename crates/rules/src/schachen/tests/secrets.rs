//! Tests of hidden cards: nothing that is shown or printed gives away a card its reader may not
//! know.

use super::{play_random_games, schachen};
use crate::schachen::CardSet;
use crate::{CardDeal, Game, KingPlacement, Move, Position, PositionView, PositionViewer, Side, Variant};

const VIEWERS: [PositionViewer; 3] =
    [PositionViewer::Spectator, PositionViewer::Player(Side::White), PositionViewer::Player(Side::Black)];

/// What a viewer knows of a hand or stack.
fn hidden(cards: &CardSet) -> bool {
    cards.known_cards().is_empty()
}

#[test]
fn views_hold_no_card_their_viewer_may_not_know() {
    play_random_games(6, |seed, game| {
        let position = game.position();
        for viewer in VIEWERS {
            let view = position.view(viewer);
            for side in Side::BOTH {
                let shown = view.hand(side);
                let whole = schachen(position).hand(side);
                assert_eq!(shown.len(), whole.len(), "seed {seed}");
                if viewer == PositionViewer::Player(side) {
                    assert_eq!(&shown, whole, "seed {seed}");
                } else {
                    assert!(hidden(&shown), "seed {seed}");
                }
                assert!(hidden(schachen(view.position()).stack(side)), "seed {seed}");
                assert_eq!(view.stack_size(side), schachen(position).stack(side).len(), "seed {seed}");
            }
            let read = PositionView::parse(Variant::Schachen, &view.to_string());
            assert_eq!(read.as_ref(), Ok(&view), "seed {seed}: {view}");
        }
        let spectators = position.view(PositionViewer::Spectator);
        assert_eq!(position.to_string(), spectators.to_string(), "seed {seed}");
        // The text of a whole position is nobody's view, unless it happens to read like a player's.
        let cards = schachen(position);
        let open = Side::BOTH.map(|side| !hidden(cards.hand(side)));
        if open == [true; 2] || Side::BOTH.iter().any(|side| !hidden(cards.stack(*side))) {
            assert_eq!(
                PositionView::parse(Variant::Schachen, &position.full_text()),
                Ok(spectators),
                "seed {seed}"
            );
        }
    });
}

#[test]
fn views_do_not_depend_on_cards_their_viewer_may_not_know() {
    let views = |seed| {
        let start = Position::start_schachen(&CardDeal::from_seed(seed), KingPlacement::default());
        let game = Game::new(start.clone());
        let printed = [
            format!("{start}"),
            format!("{start:?}"),
            format!("{:?}", start.view(PositionViewer::Player(Side::White))),
            format!("{game:?}"),
            format!("{:?}", game.snapshot()),
            format!("{:?}", CardDeal::from_seed(seed)),
            format!("{:?}", start.view(PositionViewer::Player(Side::White)).hand(Side::White)),
        ];
        (printed, start.view(PositionViewer::Spectator))
    };
    let first = views(0);
    for seed in 1..20 {
        assert_eq!(views(seed), first, "seed {seed}");
    }
    assert_eq!(first.1.position(), &Position::start(Variant::Schachen));
    assert_eq!(
        first.1.to_string(),
        "Pm2,Kn1,Pn2,Po2,Pp2/Pm5,Pn5,Po5,Ko6,Pp5 w hand:3/3 stack:8/8 taken:-/- 0 1"
    );
}

#[test]
fn a_view_is_a_position_one_can_go_on_from() {
    play_random_games(7, |seed, game| {
        let position = game.position();
        let side = position.side_to_move();
        for viewer in VIEWERS {
            let view = position.view(viewer);
            let shown = view.position();
            assert_eq!(shown.pieces().collect::<Vec<_>>(), position.pieces().collect::<Vec<_>>());
            assert_eq!(shown.in_check(), position.in_check());
            assert_eq!(shown.moves_without_drops(), position.moves_without_drops(), "seed {seed}");
            let known_cards: Vec<Move> = match viewer {
                PositionViewer::Player(own) if own == side => position.legal_moves(),
                _ => position.moves_without_drops(),
            };
            assert_eq!(shown.legal_moves(), known_cards, "seed {seed}");
            // A drop shows its card, so whoever sees the move can follow it. The card that is drawn stays hidden.
            for made in game.legal_moves().iter().step_by(7) {
                let (after, seen) = (position.apply(made), shown.apply(made));
                assert_eq!(seen.to_string(), after.to_string(), "seed {seed}, {made}");
                assert_eq!(seen.view(PositionViewer::Player(side.other())).to_string(), {
                    let view = after.view(PositionViewer::Player(side.other()));
                    if viewer == PositionViewer::Player(side.other()) {
                        view.to_string()
                    } else {
                        after.to_string()
                    }
                });
            }
        }
    });
}

#[test]
fn what_a_deal_decides_is_the_order_of_the_cards_alone() {
    let deal = CardDeal::shuffled([7; 32]);
    let text = deal.text();
    assert_eq!(text.parse(), Ok(deal.clone()));
    let position = Position::start_schachen(&deal, KingPlacement::Facing);
    assert_eq!(position.king(Side::Black).map(|king| king.to_string()).as_deref(), Some("n6"));
    for (side, deck) in Side::BOTH.into_iter().zip(text.split('/')) {
        let stack = schachen(&position).stack(side).to_string();
        assert_eq!(&deck[3..], stack, "the top three are in hand, the rest is drawn from the top");
        let mut hand: Vec<char> = schachen(&position).hand(side).to_string().chars().collect();
        let mut top: Vec<char> = deck[..3].chars().collect();
        hand.sort_unstable();
        top.sort_unstable();
        assert_eq!(hand, top);
    }
    for wrong in
        ["", "/", &text[1..], &text.replace('Q', "K"), &text.replace('Q', "P"), &format!("{text}P"), "é/é"]
    {
        assert!(wrong.parse::<CardDeal>().is_err(), "{wrong}");
    }
}

/// Kept in records: commitments to a deal's text are checked later, and a seed means the same cards in every version.
#[test]
fn a_deal_never_changes() {
    assert_eq!(CardDeal::shuffled([7; 32]).text(), "NRBPPRQBNPP/QNPNPPRPBBR");
    assert_eq!(CardDeal::from_seed(7).text(), "BNPRNBPQPPR/QBPBNRNPRPP");
}

#[test]
fn every_card_can_come_anywhere() {
    const DEALS: u64 = 3_000;
    let mut counts = [[0_u64; 11]; 2];
    for seed in 0..DEALS {
        let text = CardDeal::from_seed(seed).text();
        for (count, deck) in counts.iter_mut().zip(text.split('/')) {
            let place = deck.find('Q').expect("a Queen");
            count[place] += 1;
        }
    }
    // One in eleven; five standard deviations are about 79.
    for count in counts.as_flattened() {
        assert!(count.abs_diff(DEALS / 11) < 80, "{counts:?}");
    }
}
