//! Trains the tile code of each theme and writes the files in `assets/pictures`: to be run after a theme or many drawings have
//! changed. Takes a minute.
//!
//!     cargo run --release -p adoube-render --example train

#[path = "../tests/common/games.rs"]
mod games;

use std::path::Path;
use std::{error, fs};

use adoube_render::{Scene, ThemeKey, train_tile_code};
use adoube_rules::{Piece, PieceType, Position, Side, Square, Variant};

fn main() -> Result<(), Box<dyn error::Error>> {
    let scenes = scenes();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/pictures");
    for theme in ThemeKey::ALL {
        if let Some(text) = train_tile_code(theme, &scenes)? {
            let file = folder.join(theme.key()).with_extension("toml");
            fs::write(&file, text)?;
            println!("{}: from {} pictures", file.display(), scenes.len());
        }
    }
    Ok(())
}

/// Every seventeenth position of some games, and boards with many types.
fn scenes() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for seed in 1..=24 {
        let variant = if seed % 3 == 1 { Variant::Chess } else { Variant::Grand };
        let game = games::game(variant, seed, 150);
        scenes.extend(game.into_iter().skip(seed as usize % 17).step_by(17));
    }
    for first in [8, 15, 22, 29] {
        scenes.push(crowded(PieceType::all().skip(first).step_by(3).take(20)));
    }
    scenes
}

/// The start of Grand Chess with other types on so many of the empty squares.
fn crowded(types: impl Iterator<Item = PieceType>) -> Scene {
    let position = Position::start(Variant::Grand);
    let mut scene = Scene::of(&position, Side::White)
        .with_names("Anna", "Ben")
        .with_hints(&position, &position.legal_moves());
    let empty: Vec<Square> = Variant::Grand
        .region()
        .squares()
        .filter(|square| square.rank <= 5 && !scene.pieces.contains_key(square))
        .collect();
    for (kind, square) in types.zip(empty) {
        scene.pieces.insert(square, Piece { side: Side::White, kind });
        let mirrored = Square::new(square.file, 11 - square.rank);
        scene.pieces.insert(mirrored, Piece { side: Side::Black, kind });
    }
    scene
}
