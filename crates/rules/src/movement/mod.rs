//! How pieces move, as data: the notation, and what it means in directions and steps.
//!
//! No board and no position: those are walked in `position`. Powers no notation can say are in `powers`.

mod notation;
mod strand;

pub(crate) use notation::{NotationError, parse};
pub(crate) use strand::{Hop, Leg, Mode, Shape, Strand, Vector};
