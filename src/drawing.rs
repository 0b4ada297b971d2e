//! Pictures for messages, drawn on threads that may be busy for a while: boards a few at a time, and replays, which take
//! far longer, one by one in a slot of their own, so that no board waits for them. Not here: how anything is drawn
//! (`adoube-render`), and how a platform takes them (its adapter).

use std::sync::Arc;

use adoube_render::{Pace, REPLAY_SQUARE, RenderError, Renderer, Style};
use adoube_service::{Message, trial_board};
use tokio::sync::Semaphore;

/// Boards drawn at once.
const BOARDS: usize = 2;
/// Replays drawn at once.
const REPLAYS: usize = 1;

/// A message's picture as a file.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// The board, as PNG.
    Board(Vec<u8>),
    /// The game move by move, as GIF.
    Replay(Vec<u8>),
}

/// Who draws.
pub struct Artist {
    renderer: Arc<Renderer>,
    boards: Semaphore,
    replays: Semaphore,
}

impl Artist {
    /// With slots of its own.
    pub fn new(renderer: Arc<Renderer>) -> Self {
        Self { renderer, boards: Semaphore::new(BOARDS), replays: Semaphore::new(REPLAYS) }
    }

    /// What is to be seen of a message: the game move by move, which ends with the board, or the board alone.
    pub async fn picture(&self, message: &Message) -> Option<Drawn> {
        if let Some(animation) = message.animation.clone() {
            let style = Style { square_px: REPLAY_SQUARE, ..Style::default() };
            let replay = self.draw(&self.replays, move |renderer| {
                renderer.replay(animation.scenes(), &style, Pace::default())
            });
            if let Some(replay) = replay.await {
                return Some(Drawn::Replay(replay.file));
            }
        }
        let scene = message.picture.as_ref()?.scene.clone();
        let board = self.draw(&self.boards, move |renderer| renderer.png(&scene, &Style::default()));
        board.await.map(Drawn::Board)
    }

    /// Whether a board can be drawn now.
    pub async fn is_well(&self) -> bool {
        let board = |renderer: &Renderer| renderer.fresh_png(&trial_board(), &Style::default());
        self.draw(&self.boards, board).await.is_some()
    }

    /// Draws when it is its turn among its like.
    async fn draw<T: Send + 'static>(
        &self,
        slots: &Semaphore,
        draw: impl FnOnce(&Renderer) -> Result<T, RenderError> + Send + 'static,
    ) -> Option<T> {
        let turn = slots.acquire().await.ok()?;
        let renderer = Arc::clone(&self.renderer);
        let drawn = tokio::task::spawn_blocking(move || draw(&renderer)).await;
        drop(turn);
        match drawn {
            Ok(Ok(drawn)) => Some(drawn),
            Ok(Err(error)) => {
                tracing::error!(%error, "a picture cannot be drawn");
                None
            }
            Err(error) => {
                tracing::error!(%error, "a picture was not finished");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn boards_do_not_wait_for_replays_and_replays_wait_for_one_another() {
        let artist = Artist::new(Arc::new(Renderer::new().expect("a renderer")));
        let replaying = artist.replays.try_acquire().expect("a slot for a replay");
        assert_eq!(artist.draw(&artist.boards, |_| Ok("a board")).await, Some("a board"));
        assert!(artist.replays.try_acquire().is_err(), "two long replays at once");
        drop(replaying);
        assert_eq!(artist.draw(&artist.replays, |_| Ok("a replay")).await, Some("a replay"));
    }
}
