//! Sets the account's avatar once, if the account has none. A later choice of its owner, also of
//! none, stays. Not here: what the picture shows.

use matrix_sdk::Client;

use crate::{
    MatrixError,
    encrypted_values::{EncryptedValues, EncryptedValuesError},
    error,
};

/// Key under which is stored that nothing is left to do.
const SETTLED: &str = "adoube.avatar";
/// Media type of the picture.
const MEDIA_TYPE: &str = "image/png";

#[derive(Debug, thiserror::Error)]
enum AvatarError {
    #[error(transparent)]
    Vault(#[from] EncryptedValuesError),
    #[error(transparent)]
    Server(#[from] MatrixError),
}

/// Sets the avatar, a PNG file, unless that was done before or there is one. Errors are only
/// logged, as play needs no avatar.
pub(crate) async fn give(client: &Client, vault: &EncryptedValues, picture: &[u8]) {
    if let Err(error) = settle(client, vault, picture).await {
        tracing::warn!(%error, "the account has no picture yet; that is tried again at the next start");
    }
}

async fn settle(client: &Client, vault: &EncryptedValues, picture: &[u8]) -> Result<(), AvatarError> {
    if vault.read(SETTLED).await? == Some(true) {
        return Ok(());
    }
    let account = client.account();
    let has_one = match account.get_avatar_url().await {
        Ok(address) => address.is_some(),
        Err(error) => match error::from_sdk(&error) {
            // Some accounts have no profile.
            MatrixError::NotFound(_) => false,
            failure => return Err(failure.into()),
        },
    };
    if !has_one {
        let media_type = MEDIA_TYPE
            .parse()
            .map_err(|_| MatrixError::Rejected(format!("{MEDIA_TYPE} is no media type")))?;
        match account.upload_avatar(&media_type, picture.to_vec()).await {
            Ok(_) => tracing::info!("the account has a picture now"),
            Err(error) => match error::from_sdk(&error) {
                // Some homeservers set avatars themselves, also at the next start.
                failure @ (MatrixError::Forbidden(_) | MatrixError::Rejected(_)) => {
                    tracing::warn!(%failure, "the account stays without a picture");
                }
                failure => return Err(failure.into()),
            },
        }
    }
    Ok(vault.write(SETTLED, &true).await?)
}

#[cfg(test)]
mod tests;
