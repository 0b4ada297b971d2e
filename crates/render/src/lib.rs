//! Render.
