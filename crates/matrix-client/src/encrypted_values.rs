//! Reads and writes this crate's own values in the SDK's store, encrypted with the same passphrase,
//! because the SDK stores custom values in plain form.

use std::sync::Arc;

use matrix_sdk::{Client, StoreError};
use matrix_sdk_store_encryption::StoreCipher;
use serde::{Serialize, de::DeserializeOwned};

const CIPHER: &[u8] = b"adoube.cipher";

pub(crate) struct EncryptedValues {
    client: Client,
    cipher: Arc<StoreCipher>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum EncryptedValuesError {
    #[error(transparent)]
    Cipher(#[from] matrix_sdk_store_encryption::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EncryptedValues {
    pub(crate) async fn open(client: Client, passphrase: &str) -> Result<Self, EncryptedValuesError> {
        let cipher = if let Some(kept) = client.state_store().get_custom_value(CIPHER).await? {
            StoreCipher::import(passphrase, &kept)?
        } else {
            let cipher = StoreCipher::new()?;
            client.state_store().set_custom_value_no_read(CIPHER, cipher.export(passphrase)?).await?;
            cipher
        };
        Ok(Self { client, cipher: Arc::new(cipher) })
    }

    /// The cipher, for data outside the store.
    pub(crate) fn cipher(&self) -> Arc<StoreCipher> {
        Arc::clone(&self.cipher)
    }

    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<T>, EncryptedValuesError> {
        let kept = self.client.state_store().get_custom_value(name.as_bytes()).await?;
        Ok(kept.map(|kept| self.cipher.decrypt_value(&kept)).transpose()?)
    }

    pub(crate) async fn write<T: Serialize>(
        &self,
        name: &str,
        value: &T,
    ) -> Result<(), EncryptedValuesError> {
        let sealed = self.cipher.encrypt_value(value)?;
        Ok(self.client.state_store().set_custom_value_no_read(name.as_bytes(), sealed).await?)
    }
}
