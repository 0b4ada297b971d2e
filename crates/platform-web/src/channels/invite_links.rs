//! Reads and writes invite links in the store: stored as digests of their secrets, with quotas for
//! each person and address; invalid links make way for new ones. Not here: making and opening links
//! (`chat/invites.rs`).

use std::{fmt::Write as _, sync::Arc};

use adoube_bot::{Bot, forms};
use adoube_store::{Batch, CommitOutcome, Key, Store, StoreError};
use sha2::{Digest, Sha256};

use crate::{
    channels::{
        channel::{ChannelError, channel_id},
        directory::ChannelDirectory,
        invite::{InviteDestination, InviteTarget},
        removal::deletion_cutoff,
        stored::StoredInvite,
    },
    limits::{
        INVITES, LINK_RENEWED_MILLIS,
        shares::{Share, ShareAdmission, ShareRefusal, admit},
    },
    records::{self, INVITE, TABLE},
    site_url::BasePath,
};

/// Old links that are deleted in one batch.
const FORGOTTEN_AT_ONCE: usize = 256;

/// The invite links in the store.
pub(crate) struct InviteLinks {
    pub(crate) service: Bot,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) channels: ChannelDirectory,
    pub(crate) base: BasePath,
}

impl InviteLinks {
    /// Stores a link if it is new; `None` if there are too many links.
    pub(crate) async fn keep_link(
        &self,
        secret: String,
        invite: &InviteTarget,
    ) -> Result<Option<String>, ChannelError> {
        let is_kept = self.try_to_keep(&digest(&secret), invite).await?;
        Ok(is_kept.then(|| self.base.address(&format!("/invite/{secret}"))))
    }

    async fn try_to_keep(&self, digest: &str, invite: &InviteTarget) -> Result<bool, ChannelError> {
        loop {
            let batch = match self.link(digest).await? {
                // The seat of this link may be taken already, so the link stays as it is.
                Some((InviteTarget { to: InviteDestination::Seat { .. }, .. }, _)) => return Ok(true),
                // Showing a link again rarely causes a write.
                Some((kept, _)) if invite.until.saturating_sub(kept.until) < LINK_RENEWED_MILLIS => {
                    return Ok(true);
                }
                Some((_, version)) => Self::rewriting(digest, version, invite)?,
                None => {
                    let Some(batch) = self.place_for_link(invite).await? else { return Ok(false) };
                    let (key, value) = (key_of(digest), forms::write(&StoredInvite::from(invite))?);
                    batch.expect_absent(TABLE, key.clone()).put(TABLE, key, value)
                }
            };
            if !matches!(self.store.commit(batch).await?, CommitOutcome::Conflict { .. }) {
                return Ok(true);
            }
        }
    }

    /// The batch that makes room for one more link; empty if there is room. Removes an invalid link
    /// first. If all are valid and the person has none, it removes one of a person who has several.
    /// `None` if no link can go.
    async fn place_for_link(&self, wanted: &InviteTarget) -> Result<Option<Batch>, ChannelError> {
        let mut links = self.links().await?;
        let over = deletion_cutoff(&self.service, 0).await;
        let mut batch = Batch::new();
        loop {
            let held: Vec<Share<'_>> = links.iter().map(|(_, link)| link.share()).collect();
            let admission = admit(&wanted.by, wanted.from.as_deref(), &held, INVITES);
            if admission == Ok(ShareAdmission::Free) {
                return Ok(Some(batch));
            }
            let own = held.iter().filter(|share| *share.by == wanted.by).count();
            let candidates = match &admission {
                Ok(ShareAdmission::InPlaceOf(places)) => places.clone(),
                Err(ShareRefusal::Own) if own >= INVITES.of_person => (0..held.len())
                    .filter(|place| held.get(*place).is_some_and(|share| *share.by == wanted.by))
                    .collect(),
                _ => (0..held.len()).collect(),
            };
            let mut going = None;
            for place in &candidates {
                let Some((_, link)) = links.get(*place) else { continue };
                if self.leads_nowhere(link, over).await {
                    going = Some(*place);
                    break;
                }
            }
            if going.is_none() && admission.is_ok() {
                let has_several = |place: &&usize| {
                    let by = links.get(**place).map(|(_, link)| &link.by);
                    links.iter().filter(|(_, other)| Some(&other.by) == by).count() > 1
                };
                going = candidates.iter().find(has_several).copied();
            }
            let Some(going) = going else { return Ok(None) };
            batch = batch.delete(TABLE, links.remove(going).0);
        }
    }

    /// Whether a link lets nobody new in; links that expired before `over` count as such.
    async fn leads_nowhere(&self, invite: &InviteTarget, over: Option<u64>) -> bool {
        if over.is_some_and(|over| invite.until <= over) || !self.channels.list().leads_on(invite) {
            return true;
        }
        let InviteDestination::Seat { accept, is_seated, .. } = &invite.to else { return false };
        match self.service.open_seat(&channel_id(&invite.channel), &invite.by).await {
            Ok(open) => *is_seated || open.is_none_or(|open| open.accept != *accept),
            Err(error) => {
                tracing::error!(%error, channel = invite.channel, "a challenge cannot be read");
                false
            }
        }
    }

    /// The link with this digest, and its version.
    pub(crate) async fn link(&self, digest: &str) -> Result<Option<(InviteTarget, u64)>, ChannelError> {
        let Some(record) = self.store.get(TABLE, key_of(digest).as_ref()).await? else { return Ok(None) };
        Ok(Some((forms::read::<StoredInvite>(&record.value)?.into(), record.version)))
    }

    /// Overwrites a link; `false` on a version conflict.
    pub(crate) async fn rewrite(
        &self,
        digest: &str,
        version: u64,
        invite: &InviteTarget,
    ) -> Result<bool, ChannelError> {
        let batch = Self::rewriting(digest, version, invite)?;
        Ok(!matches!(self.store.commit(batch).await?, CommitOutcome::Conflict { .. }))
    }

    /// The batch that overwrites a link.
    pub(crate) fn rewriting(
        digest: &str,
        version: u64,
        invite: &InviteTarget,
    ) -> Result<Batch, ChannelError> {
        let (key, value) = (key_of(digest), forms::write(&StoredInvite::from(invite))?);
        Ok(Batch::new().expect(TABLE, key.clone(), Some(version)).put(TABLE, key, value))
    }

    /// Deletes links that expired before an instant. Until then their pages say that they have
    /// expired.
    pub(crate) async fn forget_links(&self, before: u64) -> Result<(), StoreError> {
        let is_old = |invite: &InviteTarget| invite.until < before;
        let links = self.links().await?;
        let old: Vec<Vec<u8>> =
            links.into_iter().filter(|(_, link)| is_old(link)).map(|(key, _)| key).collect();
        for some in old.chunks(FORGOTTEN_AT_ONCE) {
            let batch = some.iter().fold(Batch::new(), |batch, key| batch.delete(TABLE, key.clone()));
            self.store.commit(batch).await?;
        }
        Ok(())
    }

    async fn links(&self) -> Result<Vec<(Vec<u8>, InviteTarget)>, StoreError> {
        let rows = records::all(&*self.store, INVITE, INVITES.most).await?;
        let read = |(key, record): (Vec<u8>, adoube_store::Record)| {
            let invite = forms::read_or_tell::<StoredInvite>(&key, &record.value).map(InviteTarget::from)?;
            Some((key, invite))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }
}

/// The digest under which a secret is stored.
pub(crate) fn digest(secret: &str) -> String {
    let hash = Sha256::new().chain_update(b"adoube web link\0").chain_update(secret).finalize();
    hash.iter().take(16).fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn key_of(digest: &str) -> Key {
    records::key(INVITE).text(digest)
}
