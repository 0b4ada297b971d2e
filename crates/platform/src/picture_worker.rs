//! Worker pool that draws the pictures of messages, boards and replays, on blocking threads.
//!
//! Replays take far longer, so they have permits of their own and no board waits for them. Not
//! here: drawing (`adoube-render`).

use std::sync::{Arc, Weak};

use adoube_bot::{Animation, FindingStatus, Message, trial_board};
use adoube_render::{FrameTiming, REPLAY_SQUARE, RenderError, Renderer, Scene, Style, ThemeKey};
use tokio::sync::Semaphore;

/// Boards drawn at a time.
const MAX_BOARDS: usize = 2;
/// Replays drawn at a time.
const MAX_REPLAYS: usize = 1;

/// A message's picture as a file.
#[derive(Clone, Debug)]
pub enum PictureFile {
    /// The board, as PNG.
    Board(Vec<u8>),
    /// The game move by move, as GIF.
    Replay(Vec<u8>),
}

/// Draws pictures on blocking threads.
pub struct PictureWorker {
    renderer: Arc<Renderer>,
    boards: Arc<Semaphore>,
    replays: Arc<Semaphore>,
}

impl PictureWorker {
    /// A worker with permits of its own.
    pub fn new(renderer: Arc<Renderer>) -> Self {
        let permits = |count| Arc::new(Semaphore::new(count));
        Self { renderer, boards: permits(MAX_BOARDS), replays: permits(MAX_REPLAYS) }
    }

    /// The picture of a message: its animation, which ends with the board, otherwise the board.
    pub async fn picture(&self, message: &Message) -> Option<PictureFile> {
        let theme = message.theme.unwrap_or_default();
        if let Some(animation) = message.animation.clone()
            && let Some(replay) = self.replay(animation, theme).await
        {
            return Some(PictureFile::Replay(replay));
        }
        let scene = message.picture.as_ref()?.scene.clone();
        let board = self.draw(&self.boards, move |renderer, _| renderer.png(&scene, &Style::of(theme)));
        board.await.map(PictureFile::Board)
    }

    /// A board as PNG, drawn without the cache: for callers that store the file.
    pub async fn board(&self, scene: Scene, style: Style) -> Option<Vec<u8>> {
        self.draw(&self.boards, move |renderer, _| renderer.fresh_png(&scene, &style)).await
    }

    /// A board as PNG scaled to `width`, with its height: for widths below those of whole squares.
    pub async fn narrowed(&self, scene: Scene, style: Style, width: u16) -> Option<(Vec<u8>, u16)> {
        self.draw(&self.boards, move |renderer, _| renderer.narrowed_png(&scene, &style, width)).await
    }

    /// A game move by move as GIF.
    pub async fn replay(&self, animation: Animation, theme: ThemeKey) -> Option<Vec<u8>> {
        let style = Style { square_px: REPLAY_SQUARE, ..Style::of(theme) };
        let replay = self.draw(&self.replays, move |renderer, caller| {
            // A long game takes a while; drawing stops when the caller no longer waits.
            let scenes = animation.scenes().into_iter().take_while(|_| caller.strong_count() > 0);
            renderer.render_replay(scenes, &style, FrameTiming::default())
        });
        replay.await.map(|replay| replay.file)
    }

    /// Whether a board can be drawn now.
    pub async fn self_check(&self) -> bool {
        self.board(trial_board(), Style::default()).await.is_some()
    }

    /// The finding of a self-test about drawing.
    pub async fn finding(&self) -> FindingStatus {
        if self.self_check().await { FindingStatus::Fine } else { FindingStatus::Broken }
    }

    /// Draws once there is a permit. `draw` can check whether the caller still waits, and holds the
    /// permit until it ends either way.
    async fn draw<T: Send + 'static>(
        &self,
        permits: &Arc<Semaphore>,
        draw: impl FnOnce(&Renderer, &Weak<()>) -> Result<T, RenderError> + Send + 'static,
    ) -> Option<T> {
        let permit = Arc::clone(permits).acquire_owned().await.ok()?;
        let renderer = Arc::clone(&self.renderer);
        let waiting = Arc::new(());
        let caller = Arc::downgrade(&waiting);
        let drawn = tokio::task::spawn_blocking(move || {
            let drawn = draw(&renderer, &caller);
            drop(permit);
            drawn
        })
        .await;
        drop(waiting);
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
    use std::{
        future::Future,
        task::{Context, Waker},
    };

    use super::*;

    fn worker() -> PictureWorker {
        PictureWorker::new(Arc::new(Renderer::new().expect("a renderer")))
    }

    #[tokio::test]
    async fn boards_do_not_wait_for_replays_and_replays_wait_for_one_another() {
        let worker = worker();
        let replaying = worker.replays.try_acquire().expect("a slot for a replay");
        assert_eq!(worker.draw(&worker.boards, |_, _| Ok("a board")).await, Some("a board"));
        assert!(worker.replays.try_acquire().is_err(), "two long replays at once");
        drop(replaying);
        assert_eq!(worker.draw(&worker.replays, |_, _| Ok("a replay")).await, Some("a replay"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_drawing_nobody_waits_for_learns_of_it_and_keeps_its_slot_until_it_ends() {
        let worker = worker();
        let (tell, left) = std::sync::mpsc::channel::<()>();
        let (ended, end) = tokio::sync::oneshot::channel();
        let slots = Arc::clone(&worker.replays);
        let mut asked = Box::pin(worker.draw(&worker.replays, move |_, caller| {
            // Blocks until the test has dropped the caller.
            let _ = left.recv();
            let _ = ended.send((caller.strong_count(), slots.available_permits()));
            Ok(())
        }));
        let mut context = Context::from_waker(Waker::noop());
        assert!(asked.as_mut().poll(&mut context).is_pending());
        drop(asked);
        drop(tell);
        assert_eq!(end.await, Ok((0, 0)));
        assert!(worker.replays.acquire().await.is_ok());
    }
}
