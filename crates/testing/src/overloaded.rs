//! A service that has no room for anything more. Not here: what becomes of whoever comes then.

use std::time::Duration;

use adoube_bot::{AdmissionPermit, Bot, ChannelId, EventPriority};
use tokio::time::Instant;

/// Takes all the room there is, as long as this is kept.
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
