//! The picture people see beside the bot's name. An account is given one once, if it has none: whoever looks after the account may
//! choose another one, or none, and that stays so. Not here: what the picture shows.

use matrix_sdk::Client;

use crate::{
    MatrixError,
    encrypted_values::{EncryptedValues, EncryptedValuesError},
    error,
};

/// Under which name it is kept that nothing is left to be done.
const SETTLED: &str = "adoube.avatar";
/// What the picture is.
const MEDIA_TYPE: &str = "image/png";

#[derive(Debug, thiserror::Error)]
enum AvatarError {
    #[error(transparent)]
    Vault(#[from] EncryptedValuesError),
    #[error(transparent)]
    Server(#[from] MatrixError),
}

/// Gives the account a picture, a PNG file, unless that was done before or it has one. Nobody needs it to play, so what fails is only
/// logged.
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
            // Of some accounts a server has no profile.
            MatrixError::Gone(_) => false,
            failure => return Err(failure.into()),
        },
    };
    if !has_one {
        let media_type =
            MEDIA_TYPE.parse().map_err(|_| MatrixError::Refused(format!("{MEDIA_TYPE} is no media type")))?;
        match account.upload_avatar(&media_type, picture.to_vec()).await {
            Ok(_) => tracing::info!("the account has a picture now"),
            Err(error) => match error::from_sdk(&error) {
                // Some homeservers choose the pictures themselves, and do so at the next start, too.
                failure @ (MatrixError::Forbidden(_) | MatrixError::Refused(_)) => {
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
