//! Draws the rows of cards above and below the board: each player's hand, face up or face down, and the stack to draw from. A
//! scene holds only what its viewer may see, so nothing is hidden here.

use adoube_rules::{Piece, PieceType, Side};

use crate::RenderError;
use crate::cards::{SideCards, VisibleHand};
use crate::metrics::PictureMetrics;
use crate::plan::{CellBackground, PictureCell, PlacedCell, SpriteLayer, text_box};
use crate::scene::Scene;
use crate::sprite::{Sprite, TextInk};
use crate::text::FontSet;

/// Most cards laid out side by side; the rest is counted.
const MAX_CARDS: usize = 5;

/// The row of one side's cards, whose upper edge is `y`.
pub(crate) fn row(
    scene: &Scene,
    (side, cards): (Side, &SideCards),
    metrics: &PictureMetrics,
    (y, height): (u16, u16),
    fonts: &FontSet,
    placed: &mut Vec<PlacedCell>,
) -> Result<(), RenderError> {
    let row = CardRow { scene, side, unit: metrics.unit, height, fonts };
    let gap = metrics.margin / 2;
    let hand = row.hand(&cards.hand)?;
    let stack = row.stack(cards.stack)?;
    let x = metrics.width.saturating_sub(stack.width + gap);
    // A picture too narrow for both shows the hand: how many are left on the stack is told elsewhere, too.
    if hand.width + 3 * gap <= x {
        placed.push(PlacedCell { x, y, cell: stack });
    }
    placed.push(PlacedCell { x: gap, y, cell: hand });
    Ok(())
}

struct CardRow<'a> {
    scene: &'a Scene,
    side: Side,
    unit: u16,
    height: u16,
    fonts: &'a FontSet,
}

impl CardRow<'_> {
    /// Width and height of a card.
    fn card(&self) -> (u16, u16) {
        let height = self.height * 88 / 100;
        (height * 72 / 100, height)
    }

    fn cell(&self, width: u16, layers: Vec<SpriteLayer>) -> PictureCell {
        PictureCell { width: width.max(1), height: self.height, ground: CellBackground::Frame, layers }
    }

    fn top(&self) -> u16 {
        (self.height - self.card().1) / 2
    }

    fn hand(&self, hand: &VisibleHand) -> Result<PictureCell, RenderError> {
        let count = match hand {
            VisibleHand::Hidden(count) => usize::from(*count),
            VisibleHand::Known(kinds) => kinds.len(),
        };
        let (width, height) = self.card();
        let step = width + self.unit / 10;
        let mut layers = Vec::new();
        let mut x = 0;
        for index in 0..count.min(MAX_CARDS) {
            match hand {
                VisibleHand::Hidden(_) => layers.push(SpriteLayer {
                    sprite: Sprite::CardBack(self.side),
                    x,
                    y: self.top(),
                    width,
                    height,
                }),
                VisibleHand::Known(kinds) => self.face(kinds[index], x, &mut layers)?,
            }
            x += step;
        }
        if count > MAX_CARDS {
            let more = self.text(format!("+{}", count - MAX_CARDS), x)?;
            x += more.width;
            layers.push(more);
        }
        Ok(self.cell(x, layers))
    }

    /// A card face up: its letter in the corner, the piece below.
    fn face(&self, kind: PieceType, x: u16, layers: &mut Vec<SpriteLayer>) -> Result<(), RenderError> {
        let (width, height) = self.card();
        let y = self.top();
        let face = SpriteLayer { sprite: Sprite::CardFace, x, y, width, height };
        let piece = width * 92 / 100;
        let px = height * 21 / 100;
        let text = self.scene.letter(kind).to_owned();
        let (text_width, text_height) = text_box(&text, px, self.fonts)?;
        let letter = Sprite::Text { text, px, ink: TextInk::Table };
        layers.extend([
            face,
            SpriteLayer::square(
                Sprite::Piece(Piece { side: self.side, kind }),
                x + (width - piece) / 2,
                y + height - piece - height * 3 / 100,
                piece,
            ),
            SpriteLayer {
                sprite: letter,
                x: x + width * 9 / 100,
                y: y + height * 2 / 100,
                width: text_width,
                height: text_height,
            },
        ]);
        Ok(())
    }

    /// The stack and how many cards it has; an empty place when there are none.
    fn stack(&self, count: u16) -> Result<PictureCell, RenderError> {
        let (width, height) = (self.unit * 42 / 100, self.unit * 58 / 100);
        let (step, y) = (self.unit * 9 / 100, (self.height - height) / 2);
        let shown = count.min(3);
        let sprite = |shown| if shown == 0 { Sprite::NoCard } else { Sprite::CardBack(self.side) };
        let mut layers: Vec<SpriteLayer> = (0..shown.max(1))
            .map(|index| SpriteLayer { sprite: sprite(shown), x: index * step, y, width, height })
            .collect();
        let edge = width + 2 * step + self.unit / 10;
        let text = self.text(format!("×{count}"), edge)?;
        let end = edge + text.width;
        layers.push(text);
        Ok(self.cell(end, layers))
    }

    fn text(&self, text: String, x: u16) -> Result<SpriteLayer, RenderError> {
        let px = self.unit * 33 / 100;
        let (width, height) = text_box(&text, px, self.fonts)?;
        let y = self.height.saturating_sub(height) / 2;
        Ok(SpriteLayer { x, y, width, height, sprite: Sprite::Text { text, px, ink: TextInk::Strong } })
    }
}
