//! Pictures for messages, drawn on threads that may be busy for a while: boards a few at a time, and replays, which take
//! far longer, one by one in a slot of their own, so that no board waits for them. Not here: how anything is drawn
//! (`adoube-render`), and how a platform takes them (its adapter).

use std::sync::{Arc, Weak};

use adoube_bot::{Animation, Message, trial_board};
use adoube_render::{FrameTiming, REPLAY_SQUARE, RenderError, Renderer, Scene, Style, ThemeKey};
use tokio::sync::Semaphore;

/// Boards drawn at once.
const BOARDS: usize = 2;
/// Replays drawn at once.
const REPLAYS: usize = 1;

/// A message's picture as a file.
#[derive(Clone, Debug)]
pub enum PictureFile {
    /// The board, as PNG.
    Board(Vec<u8>),
    /// The game move by move, as GIF.
    Replay(Vec<u8>),
}

/// Who draws.
pub struct PictureWorker {
    renderer: Arc<Renderer>,
    boards: Arc<Semaphore>,
    replays: Arc<Semaphore>,
}

impl PictureWorker {
    /// With slots of its own.
    pub fn new(renderer: Arc<Renderer>) -> Self {
        let slots = |count| Arc::new(Semaphore::new(count));
        Self { renderer, boards: slots(BOARDS), replays: slots(REPLAYS) }
    }

    /// What is to be seen of a message: the game move by move, which ends with the board, or the board alone.
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

    /// A board as PNG, drawn anew: for those who keep files themselves.
    pub async fn board(&self, scene: Scene, style: Style) -> Option<Vec<u8>> {
        self.draw(&self.boards, move |renderer, _| renderer.fresh_png(&scene, &style)).await
    }

    /// A board as PNG of just that width, and its height: for those who want it narrower than squares make it.
    pub async fn narrowed(&self, scene: Scene, style: Style, width: u16) -> Option<(Vec<u8>, u16)> {
        self.draw(&self.boards, move |renderer, _| renderer.narrowed_png(&scene, &style, width)).await
    }

    /// A game move by move as GIF.
    pub async fn replay(&self, animation: Animation, theme: ThemeKey) -> Option<Vec<u8>> {
        let style = Style { square_px: REPLAY_SQUARE, ..Style::of(theme) };
        let replay = self.draw(&self.replays, move |renderer, asker| {
            // A long game takes a while: when nobody waits for it any more it has no further positions.
            let scenes = animation.scenes().into_iter().take_while(|_| asker.strong_count() > 0);
            renderer.render_replay(scenes, &style, FrameTiming::default())
        });
        replay.await.map(|replay| replay.file)
    }

    /// Whether a board can be drawn now.
    pub async fn self_check(&self) -> bool {
        self.board(trial_board(), Style::default()).await.is_some()
    }

    /// Draws when it is its turn among its like. The drawing can see whether whoever asked still waits, and keeps its
    /// slot until it is over even when they do not.
    async fn draw<T: Send + 'static>(
        &self,
        slots: &Arc<Semaphore>,
        draw: impl FnOnce(&Renderer, &Weak<()>) -> Result<T, RenderError> + Send + 'static,
    ) -> Option<T> {
        let turn = Arc::clone(slots).acquire_owned().await.ok()?;
        let renderer = Arc::clone(&self.renderer);
        let waiting = Arc::new(());
        let asker = Arc::downgrade(&waiting);
        let drawn = tokio::task::spawn_blocking(move || {
            let drawn = draw(&renderer, &asker);
            drop(turn);
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

    fn artist() -> PictureWorker {
        PictureWorker::new(Arc::new(Renderer::new().expect("a renderer")))
    }

    #[tokio::test]
    async fn boards_do_not_wait_for_replays_and_replays_wait_for_one_another() {
        let artist = artist();
        let replaying = artist.replays.try_acquire().expect("a slot for a replay");
        assert_eq!(artist.draw(&artist.boards, |_, _| Ok("a board")).await, Some("a board"));
        assert!(artist.replays.try_acquire().is_err(), "two long replays at once");
        drop(replaying);
        assert_eq!(artist.draw(&artist.replays, |_, _| Ok("a replay")).await, Some("a replay"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_drawing_nobody_waits_for_learns_of_it_and_keeps_its_slot_until_it_ends() {
        let artist = artist();
        let (tell, left) = std::sync::mpsc::channel::<()>();
        let (ended, end) = tokio::sync::oneshot::channel();
        let slots = Arc::clone(&artist.replays);
        let mut asked = Box::pin(artist.draw(&artist.replays, move |_, asker| {
            // Until the test has let go of it.
            let _ = left.recv();
            let _ = ended.send((asker.strong_count(), slots.available_permits()));
            Ok(())
        }));
        let mut context = Context::from_waker(Waker::noop());
        assert!(asked.as_mut().poll(&mut context).is_pending());
        drop(asked);
        drop(tell);
        assert_eq!(end.await, Ok((0, 0)));
        assert!(artist.replays.acquire().await.is_ok());
    }
}
