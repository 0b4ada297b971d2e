//! How pieces move, as data: the notation, and what it means in directions and steps.
//!
//! No position: that is walked in `bounded`. Powers no notation can say are in `powers`.

mod notation;
mod reach;
mod strand;
mod tables;

pub(crate) use notation::{NotationError, parse};
pub(crate) use reach::Reach;
pub(crate) use strand::{Hop, Leg, Mode, Shape, Strand, Vector};
pub(crate) use tables::{Ends, Movement, Relation, Ride, Tables};
