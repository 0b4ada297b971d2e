//! Puts the program together and runs it until it is asked to stop: configuration, log, store, service, web chat. Not
//! here: what any of them does.

use std::{future::Future, io, net::SocketAddr, path::Path, pin::pin, sync::Arc, time::Duration};

use adoube_render::Renderer;
use adoube_service::{Clock, Parts, Service, SystemClock};
use adoube_store::{MAX_PAGE_ROWS, SledStore, Store};
use rand_chacha::ChaCha20Rng;

use crate::{adapter::web, config::Config};

/// How long an event is remembered, in milliseconds: far longer than any platform repeats one.
const ANSWERS_KEPT: u64 = 7 * 24 * 60 * 60 * 1000;

/// How often old answers are forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(10 * 60);

/// Why the program does not start, or stopped. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The asynchronous runtime or a signal handler could not be had.
    #[error("the system does not let the program start: {0}")]
    System(#[from] io::Error),
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] adoube_store::StoreError),
    /// The pictures cannot be drawn.
    #[error(transparent)]
    Render(#[from] adoube_render::RenderError),
    /// A locale file cannot be used.
    #[error(transparent)]
    Wording(#[from] adoube_service::WordingError),
    /// No address to listen on.
    #[error(transparent)]
    Bind(#[from] web::BindError),
    /// The web chat could not go on.
    #[error(transparent)]
    Web(#[from] web::WebError),
}

/// Runs the bot with its records in `data` until the system asks it to stop. `announce` gets the address.
///
/// # Errors
///
/// What keeps it from starting, or made it stop.
pub fn run(config: &Config, data: &Path, announce: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let store: Arc<dyn Store> = Arc::new(SledStore::open(data)?);
        let served = serve(config, &store, announce, stop).await;
        store.close().await?;
        served
    })
}

async fn serve(
    config: &Config,
    store: &Arc<dyn Store>,
    announce: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), StartError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let people = web::People::new(Arc::clone(store));
    let service = Service::new(Parts {
        store: Arc::clone(store),
        clock: Arc::clone(&clock),
        directory: Arc::new(people.clone()),
        rng: Box::new(rand::make_rng::<ChaCha20Rng>()),
    })?;
    let parts = web::Parts {
        service,
        store: Arc::clone(store),
        clock: Arc::clone(&clock),
        people,
        renderer: Arc::new(Renderer::new()?),
        settings: web::WebSettings {
            hosts: config.web.hosts.clone(),
            moderators: config.web.moderators.clone(),
        },
    };
    let bound = web::bind(config.web.listen, config.web.port).await?;
    tracing::info!(address = %bound.address, "the web chat is listening");
    announce(bound.address);
    let tidying = tokio::spawn(tidy(Arc::clone(store), clock));
    let served = web::serve(bound, parts, stop).await;
    tidying.abort();
    Ok(served?)
}

/// Forgets the answers to events that nobody will repeat any more.
async fn tidy(store: Arc<dyn Store>, clock: Arc<dyn Clock>) {
    let mut interval = tokio::time::interval(TIDY_EVERY);
    loop {
        interval.tick().await;
        let before = clock.now_millis().saturating_sub(ANSWERS_KEPT);
        loop {
            match store.forget_answers(before, MAX_PAGE_ROWS).await {
                Ok(forgotten) if forgotten == MAX_PAGE_ROWS => {}
                Ok(_) => break,
                Err(error) => {
                    tracing::error!(%error, "old answers could not be forgotten");
                    break;
                }
            }
        }
    }
}

/// Resolves when the system asks the program to stop. The handlers are in place when this returns.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        let (interrupt, terminate) = (pin!(interrupt.recv()), pin!(terminate.recv()));
        tokio::select! {
            _ = interrupt => {}
            _ = terminate => {}
        }
        tracing::info!("stopping");
    })
}
