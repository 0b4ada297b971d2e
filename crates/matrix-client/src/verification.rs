//! Declines requests to verify the bot's device, in rooms and between devices, at once, as there is
//! nobody to compare anything. Not here: what people are told (the adapter).

use matrix_sdk::{
    deserialized_responses::ProcessedToDeviceEvent,
    ruma::{OwnedUserId, events::AnyToDeviceEvent},
};

use crate::{MatrixError, MatrixEventId, UserId, error, session::AccountSession};

/// Declines a request made in a room. A finished or unknown one needs no answer.
pub(crate) async fn decline(
    session: &AccountSession,
    request: &MatrixEventId,
    by: &UserId,
) -> Result<(), MatrixError> {
    let Ok(by) = OwnedUserId::try_from(by.0.as_str()) else { return Ok(()) };
    cancel(session, &by, &request.0).await
}

/// The requests among to-device events.
pub(crate) fn requests(events: &[ProcessedToDeviceEvent]) -> Vec<(OwnedUserId, String)> {
    let request = |event: &ProcessedToDeviceEvent| match event.to_raw().deserialize().ok()? {
        AnyToDeviceEvent::KeyVerificationRequest(event) => {
            Some((event.sender, event.content.transaction_id.to_string()))
        }
        _ => None,
    };
    events.iter().filter_map(request).collect()
}

/// Declines to-device requests.
pub(crate) async fn decline_all(session: &AccountSession, requests: &[(OwnedUserId, String)]) {
    for (by, flow) in requests {
        tracing::info!(%by, "a request to verify the bot's device is declined");
        if let Err(failure) = cancel(session, by, flow).await {
            tracing::warn!(%failure, %by, "a request to verify the bot's device is left open");
        }
    }
}

async fn cancel(
    session: &AccountSession,
    by: &matrix_sdk::ruma::UserId,
    flow: &str,
) -> Result<(), MatrixError> {
    let request = session.client.encryption().get_verification_request(by, flow).await;
    let Some(request) = request.filter(|request| !request.is_cancelled() && !request.is_done()) else {
        return Ok(());
    };
    request.cancel().await.map_err(|error| error::from_sdk(&error))
}
