//! Schachen in tables and random games.
