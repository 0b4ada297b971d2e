//! Stores with very many games in them, which take minutes to make: they are kept for the next time. Not here: what a game's
//! rows are (`template`).

use std::{
    env,
    error::Error,
    fs,
    path::PathBuf,
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use adoube_store::{MAX_PAGE_ROWS, Restore, Row, SledStore, Store};
use tokio::task::JoinSet;

use crate::template::Template;

/// Steps of restoring that are under way at the same time.
const TOGETHER: usize = 8;
/// How long a store is used, in milliseconds: later its games begin to be due.
const FRESH: u64 = 10 * 24 * 60 * 60 * 1000;
/// Bytes of the rows restored at once.
const BYTES: usize = 256 * 1024;

/// A store with so many games.
pub struct Kept {
    pub folder: PathBuf,
    pub games: u64,
    /// When its games were played, in milliseconds since 1970.
    pub played_at: u64,
}

impl Kept {
    /// The one there is, or a new one.
    pub async fn of(games: u64) -> Result<Self, Box<dyn Error>> {
        let place = env::var_os("ADOUBE_GAMES").map_or_else(
            || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/million"),
            PathBuf::from,
        );
        let (folder, note) = (place.join(games.to_string()), place.join(format!("{games}.played")));
        let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
        let noted = fs::read_to_string(&note).ok().and_then(|text| text.trim().parse().ok());
        if let Some(played_at) = noted.filter(|at| now.saturating_sub(*at) < FRESH) {
            return Ok(Self { folder, games, played_at });
        }
        fs::create_dir_all(&place)?;
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let kept = Self { folder, games, played_at: now };
        kept.fill().await?;
        fs::write(&note, now.to_string())?;
        Ok(kept)
    }

    async fn fill(&self) -> Result<(), Box<dyn Error>> {
        let template = Template::play(self.played_at).await?;
        let began = Instant::now();
        let store = Arc::new(SledStore::open(&self.folder)?);
        store.restore(Restore::Begin).await?;
        let (mut pile, mut bytes, mut under_way) = (Vec::new(), 0, JoinSet::new());
        for number in 0..self.games {
            for row in template.rows(number)? {
                let size = bytes_of(&row);
                if pile.len() == MAX_PAGE_ROWS || bytes + size > BYTES {
                    let (store, rows) = (Arc::clone(&store), std::mem::take(&mut pile));
                    bytes = 0;
                    if under_way.len() == TOGETHER
                        && let Some(done) = under_way.join_next().await
                    {
                        done??;
                    }
                    under_way.spawn(async move { store.restore(Restore::Rows(rows)).await });
                }
                bytes += size;
                pile.push(row);
            }
        }
        while let Some(done) = under_way.join_next().await {
            done??;
        }
        store.restore(Restore::Rows(pile)).await?;
        store.restore(Restore::End).await?;
        store.close().await?;
        println!("{:>9} games: filled in {:.1?}", self.games, began.elapsed());
        Ok(())
    }

    /// Megabytes of its log.
    pub fn size(&self) -> u64 {
        fs::metadata(self.folder.join("sled/db")).map_or(0, |log| log.len() / 1_000_000)
    }
}

fn bytes_of(row: &Row) -> usize {
    match row {
        Row::Record { key, record, .. } => key.len() + record.value.len(),
        Row::Answer { id, answer, .. } => id.as_str().len() + answer.len(),
    }
}
