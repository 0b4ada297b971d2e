//! Movements of pieces as data: their notation, and what it means in directions and steps.
//!
//! Walking a movement on a board is in `board_position`; powers that no notation can express are in `powers`.

mod atom;
mod capture_reach;
mod tables;
mod text_reader;

pub(crate) use atom::{HopperLanding, MoveMode, MoveVector, MovementAtom, PathLeg, PathShape};
pub(crate) use capture_reach::CaptureReach;
pub(crate) use tables::{LandingRule, MovementTables, PieceMovement, SlideStep, SquareRelation};
pub(crate) use text_reader::{MovementTextError, parse};
