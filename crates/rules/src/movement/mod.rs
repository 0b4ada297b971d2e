//! How pieces move, as data: the notation, and what it means in directions and steps.
//!
//! No position: that is walked in `bounded`. Powers no notation can say are in `powers`.

mod atom;
mod capture_reach;
mod tables;
mod text_reader;

pub(crate) use atom::{HopperLanding, MoveMode, MoveVector, MovementAtom, PathLeg, PathShape};
pub(crate) use capture_reach::CaptureReach;
pub(crate) use tables::{LandingRule, MovementTables, PieceMovement, SlideStep, SquareRelation};
pub(crate) use text_reader::{MovementTextError, parse};
