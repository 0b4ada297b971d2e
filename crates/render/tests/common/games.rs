//! Random games for tests and benchmarks of pictures: careless moves that capture about every
//! second time, so that boards empty as in real games.

use adoube_render::Scene;
use adoube_rules::{PieceType, Position, Side, Variant};

/// Numbers that look like chance and are the same for a seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..10).for_each(|_| {
            dice.below(2);
        });
        dice
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % count.max(1) as u64) as usize
    }
}

/// A game of at most so many plies, as one of the players sees it after each: with hints in every second game, and now and
/// then with a piece picked.
pub(crate) fn game(variant: Variant, seed: u64, plies: usize) -> Vec<Scene> {
    const NAMES: [(&str, &str); 5] =
        [("Anna", "Ben"), ("Ada", "Charles"), ("Judit", "Magnus"), ("Vera", "Sonja"), ("Xaver", "Zoë")];
    let mut dice = Dice::new(seed);
    let mut position = Position::start(variant);
    let (white, black) = NAMES[seed as usize % NAMES.len()];
    let viewer = if seed.is_multiple_of(3) { Side::Black } else { Side::White };
    let hints = seed.is_multiple_of(2);
    let mut captured: [Vec<PieceType>; 2] = [Vec::new(), Vec::new()];
    let mut scenes = Vec::new();
    let mut last = None;
    while scenes.len() <= plies {
        let legal = position.legal_moves();
        let mut scene = Scene::of(&position, viewer).with_names(white, black);
        if let Some((made, effects, mover)) = &last {
            scene = scene.with_last_move(made, effects, *mover);
        }
        for side in Side::BOTH {
            scene = scene.with_captured(side, captured[side as usize].iter().copied());
        }
        if hints {
            scene = scene.with_hints(&position, &legal);
        }
        if scenes.len() % 5 == 2 && !legal.is_empty() {
            let from = legal[dice.below(legal.len())].from;
            scene = scene.with_targets(&position, &legal, from);
        }
        scenes.push(scene);
        if legal.is_empty() {
            break;
        }
        let mover = position.side_to_move();
        let chosen = dice.below(legal.len());
        let greedy = dice.below(100) < 45;
        let takes = |index: &usize| position.effects(&legal[*index]).captured(mover).next().is_some();
        let from_chosen = (0..legal.len()).map(|step| (chosen + step) % legal.len());
        let chosen = from_chosen.into_iter().filter(|_| greedy).find(takes).unwrap_or(chosen);
        let effects = position.effects(&legal[chosen]);
        captured[mover as usize].extend(effects.captured(mover).map(|(_, piece)| piece.kind));
        position = position.apply(&legal[chosen]);
        last = Some((legal[chosen], effects, mover));
    }
    scenes
}
