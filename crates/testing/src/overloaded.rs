//! Overloads a bot for a test: takes all permits of its admission control, so that it refuses
//! further work.

use std::time::Duration;

use adoube_bot::{AdmissionPermit, Bot, ChannelId, EventPriority};
use tokio::time::Instant;

/// Takes all permits, until the returned ones are dropped.
pub async fn overload(service: &Bot) -> Vec<AdmissionPermit> {
    let elsewhere = ChannelId("test:elsewhere".to_owned());
    let mut inside = Vec::new();
    while let Some(admitted) =
        service.admit(&elsewhere, EventPriority::RunningGame, Instant::now() + Duration::from_millis(1)).await
    {
        inside.push(admitted);
    }
    inside
}
