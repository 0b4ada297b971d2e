//! Answers the requests of one client: lines in, lines out, in order. Asynchronous requests get two
//! answers, at once and when they are done.

use std::{future::pending, pin::Pin, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    task::JoinSet,
};

use crate::{
    door::ChatDoor,
    protocol::{
        error::{DoorErrorCode, DoorRequestError},
        limits::MAX_PENDING_REQUESTS,
        line::{self, RequestLine},
        names::PlatformName,
    },
};

/// The platform that one client may use, and how long it may be idle.
#[derive(Default)]
pub(crate) struct ConnectionScope {
    /// The only platform the client serves; `None` allows any.
    pub(crate) platform: Option<PlatformName>,
    /// How long the client may be silent while none of its requests waits.
    pub(crate) idle: Option<Duration>,
}

impl ConnectionScope {
    fn check(&self, line: RequestLine) -> Result<RequestLine, (Value, DoorRequestError)> {
        let Some(platform) = &self.platform else { return Ok(line) };
        match line.request.foreign_field(platform) {
            None => Ok(line),
            Some(field) => {
                let message = format!("this connection serves the platform {} alone", platform.0);
                Err((line.id, DoorRequestError::bad_field(field, message)))
            }
        }
    }
}

/// Answers lines until they end, the client stops reading, or `ended` resolves. Returns whether the
/// input has ended.
pub(crate) async fn answer_all(
    door: &Arc<ChatDoor>,
    mut lines: mpsc::Receiver<Vec<u8>>,
    answers: &mpsc::Sender<String>,
    stop: &watch::Sender<bool>,
    mut ended: Pin<&mut impl Future<Output = ()>>,
    scope: &ConnectionScope,
) -> bool {
    let permits = Arc::new(Semaphore::new(MAX_PENDING_REQUESTS));
    let mut later = JoinSet::new();
    let is_all = loop {
        let idle_over = async {
            match scope.idle {
                Some(idle) => door.sleep(idle).await,
                None => pending().await,
            }
        };
        let line = tokio::select! {
            line = lines.recv() => line,
            () = answers.closed() => break false,
            () = &mut ended => break false,
            _ = later.join_next(), if !later.is_empty() => continue,
            () = idle_over, if later.is_empty() => {
                // The idle client may have disconnected.
                let _ = answers.send(error_line(&Value::Null, &idle_error())).await;
                break false;
            }
        };
        let Some(line) = line else { break true };
        let answer = match line::read(&line).and_then(|line| scope.check(line)) {
            Err((id, failure)) => error_line(&id, &failure),
            Ok(line) if !line.is_async => {
                let door = Arc::clone(door);
                answer_line(&line.id, catch_panic(async move { door.answer(line.request).await }).await)
            }
            Ok(line) => match Arc::clone(&permits).try_acquire_owned() {
                Err(_) => {
                    let message =
                        format!("at most {MAX_PENDING_REQUESTS} requests are answered later at a time");
                    error_line(&line.id, &DoorRequestError::too_much(message))
                }
                Ok(permit) => {
                    let pending = json!({"id": line.id, "pending": true}).to_string();
                    // The first answer is sent before the request begins, so that it precedes the
                    // second.
                    if answers.send(pending).await.is_err() {
                        break false;
                    }
                    let (door, answers, mut stopped) = (Arc::clone(door), answers.clone(), stop.subscribe());
                    later.spawn(async move {
                        let is_waiting = line.request.is_waiting();
                        let answer = tokio::select! {
                            answer = catch_panic(async move { door.answer(line.request).await }) => {
                                answer_line(&line.id, answer)
                            }
                            _ = stopped.wait_for(|stop| *stop && is_waiting) => {
                                error_line(&line.id, &DoorRequestError::not_waiting("the program ends"))
                            }
                        };
                        drop(permit);
                        // The client may have disconnected.
                        let _ = answers.send(answer).await;
                    });
                    continue;
                }
            },
        };
        if answers.send(answer).await.is_err() {
            break false;
        }
    };
    stop.send_replace(true);
    while let Some(ended) = later.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "a request that is answered later was not done");
        }
    }
    is_all
}

fn idle_error() -> DoorRequestError {
    DoorRequestError::new(
        DoorErrorCode::Idle,
        None,
        "nothing was asked for too long, and nothing was waited for",
    )
}

/// Runs a request; a panic becomes an error of this request. Otherwise a bridge that repeats the
/// event would end the program again and again.
async fn catch_panic(
    work: impl Future<Output = Result<Value, DoorRequestError>> + Send + 'static,
) -> Result<Value, DoorRequestError> {
    // Dropping the set aborts the work when its caller is gone.
    let mut working = JoinSet::new();
    working.spawn(work);
    match working.join_next().await {
        Some(Ok(answer)) => answer,
        broken => {
            tracing::error!(?broken, "the program broke at a request");
            Err(DoorRequestError::internal("the program broke at this request"))
        }
    }
}

pub(crate) fn answer_line(id: &Value, answer: Result<Value, DoorRequestError>) -> String {
    match answer {
        Ok(answer) => json!({"id": id, "ok": answer}).to_string(),
        Err(failure) => error_line(id, &failure),
    }
}

pub(crate) fn error_line(id: &Value, failure: &DoorRequestError) -> String {
    json!({"id": id, "error": failure}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_at_which_the_program_breaks_is_answered() {
        let failure = catch_panic(async { panic!("a fault") }).await.expect_err("nothing was done");
        assert!(error_line(&Value::Null, &failure).contains(r#""code":"trouble""#), "{failure:?}");
        assert_eq!(catch_panic(async { Ok(json!({})) }).await, Ok(json!({})));
    }
}
