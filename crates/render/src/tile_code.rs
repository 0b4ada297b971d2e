//! Reads the tile code of a theme from `assets/pictures`: the order of its palette and the Huffman
//! code lengths with which its pictures are encoded. Not here: finding them (`tile_code_trainer`).

use adoube_png_tiles::{CodeLengths, DeflateCode, PaletteOrder};
use serde::Deserialize;

use crate::palette::ThemeColours;
use crate::style::ThemeKey;

/// The text of the theme's file, if it has one.
const fn file(theme: ThemeKey) -> Option<&'static str> {
    match theme {
        ThemeKey::Wood => Some(include_str!("../../../assets/pictures/wood.toml")),
        ThemeKey::Slate => Some(include_str!("../../../assets/pictures/slate.toml")),
        ThemeKey::Contrast => Some(include_str!("../../../assets/pictures/contrast.toml")),
        // Hatched squares differ from row to row: a general compressor does better there.
        ThemeKey::Print => None,
    }
}

/// The form of a file in `assets/pictures`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TileCodeFile {
    planes: Vec<u8>,
    rest: Vec<u8>,
    literals: Vec<u8>,
    distances: Vec<u8>,
}

/// The text of a theme's file.
pub(crate) fn to_text(order: &PaletteOrder, (literals, distances): &CodeLengths) -> String {
    let list = |name: &str, numbers: &[u8]| {
        let lines = numbers.chunks(24).map(|line| {
            let numbers: Vec<String> = line.iter().map(u8::to_string).collect();
            format!("  {},\n", numbers.join(", "))
        });
        format!("{name} = [\n{}]\n", lines.collect::<String>())
    };
    format!(
        "# How pictures of this theme are put together. Not written by hand:\n\
         #     cargo run --release -p adoube-render --example train\n\n\
         # Where the steps of each plane stand in the palette, and where all other colours do behind both planes.\n{}{}\n\
         # How many bits each symbol takes.\n{}{}",
        list("planes", order.planes()),
        list("rest", order.rest()),
        list("literals", literals),
        list("distances", distances)
    )
}

/// Palette order and Huffman code of a theme.
#[derive(Debug)]
pub(crate) struct TileCode {
    pub(crate) order: PaletteOrder,
    pub(crate) code: DeflateCode,
}

impl TileCode {
    /// The tile code of a theme with these colours. `None` where its file is for other colours, or its pictures are left to the
    /// compressor: they look the same then, and take longer.
    pub(crate) fn load(theme: ThemeKey, colours: &ThemeColours) -> Option<Self> {
        Self::read(file(theme)?).filter(|trained| fits(&trained.order, colours))
    }

    fn read(text: &str) -> Option<Self> {
        let TileCodeFile { planes, rest, literals, distances } = toml::from_str(text).ok()?;
        let code = DeflateCode::new(&(literals.try_into().ok()?, distances.try_into().ok()?))?;
        Some(Self { order: PaletteOrder::new(planes, rest)?, code })
    }
}

/// The palette order in which a theme's colours are defined.
pub(crate) fn identity(colours: &ThemeColours) -> PaletteOrder {
    PaletteOrder::identity(colours.planes.len(), colours.rest.len())
}

/// Whether the order is one of as many colours.
fn fits(order: &PaletteOrder, colours: &ThemeColours) -> bool {
    order.planes().len() == colours.planes.len() && order.rest().len() == colours.rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    #[test]
    fn files_are_for_the_colours_their_themes_have() {
        for key in ThemeKey::ALL {
            let colours = ThemeColours::of(&Theme::load(key).unwrap());
            let known = TileCode::load(key, &colours).is_some();
            assert_eq!(known, file(key).is_some(), "{key:?}: train again, see examples/train.rs");
        }
    }

    #[test]
    fn a_file_that_is_wrong_is_not_used() {
        let text = file(ThemeKey::Wood).unwrap();
        assert!(TileCode::read(text).is_some());
        for (from, to) in
            [("planes", "plains"), ("distances = [", "distances = [1, "), ("literals = [", "literals = [9, ")]
        {
            assert!(TileCode::read(&text.replace(from, to)).is_none(), "{from}");
        }
    }
}
