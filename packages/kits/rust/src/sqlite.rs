//! Ids of callbacks in a file of `SQLite`.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use rusqlite::{Connection, OptionalExtension, params};
use tokio::task::spawn_blocking;

use crate::{BoxError, Claim, Ids, ids::KEPT};

/// Ids in a file that all processes of a machine share, and that outlives them.
pub struct SqliteIds(Arc<Mutex<Table>>);

struct Table {
    database: Connection,
    pruned: i64,
}

impl SqliteIds {
    /// Makes the file and its table if they are absent.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BoxError> {
        let database = Connection::open(path)?;
        database.busy_timeout(Duration::from_secs(10))?;
        database.execute_batch(
            "pragma journal_mode = wal;
            create table if not exists cascade_callbacks (
                id text primary key,
                owner text not null,
                until integer not null, -- milliseconds since 1970
                handled integer not null
            )",
        )?;
        Ok(Self(Arc::new(Mutex::new(Table { database, pruned: 0 }))))
    }

    /// Works on a thread that may wait for the disk.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Table) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, BoxError> {
        let table = Arc::clone(&self.0);
        let work = move || work(&mut table.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(spawn_blocking(work).await??)
    }
}

impl Table {
    fn claim(&mut self, id: &str, owner: &str, expires: Duration) -> rusqlite::Result<Claim> {
        let now = milliseconds(SystemTime::now());
        self.prune(now)?;
        // One statement, so that of several at once one succeeds.
        let claimed = self.database.execute(
            "insert into cascade_callbacks (id, owner, until, handled) values (?1, ?2, ?3, 0)
            on conflict (id) do update set owner = excluded.owner, until = excluded.until
            where cascade_callbacks.handled = 0 and cascade_callbacks.until <= ?4",
            params![id, owner, milliseconds(SystemTime::now() + expires), now],
        )?;
        if claimed == 1 {
            return Ok(Claim::New);
        }
        let mut handled = self.database.prepare("select handled from cascade_callbacks where id = ?1")?;
        let is_handled = handled.query_row([id], |row| row.get(0)).optional()? == Some(true);
        Ok(if is_handled { Claim::Seen } else { Claim::Busy })
    }

    /// Deletes the ids that no provider repeats any more, once an hour.
    fn prune(&mut self, now: i64) -> rusqlite::Result<()> {
        if now > self.pruned + 3_600_000 {
            let former = milliseconds(SystemTime::now() - KEPT);
            self.database.execute("delete from cascade_callbacks where until < ?1", [former])?;
            self.pruned = now;
        }
        Ok(())
    }
}

impl Ids for SqliteIds {
    async fn claim(&self, id: &str, owner: &str, expires: Duration) -> Result<Claim, BoxError> {
        let id = id.to_owned();
        let owner = owner.to_owned();
        self.run(move |table| table.claim(&id, &owner, expires)).await
    }

    async fn commit(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        let values = (id.to_owned(), owner.to_owned(), milliseconds(SystemTime::now()));
        let statement = "insert into cascade_callbacks (id, owner, until, handled) values (?1, ?2, ?3, 1)
            on conflict (id) do update set handled = 1";
        self.run(move |table| table.database.execute(statement, values)).await?;
        Ok(())
    }

    async fn release(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        let values = (id.to_owned(), owner.to_owned());
        let statement = "delete from cascade_callbacks where id = ?1 and owner = ?2 and handled = 0";
        self.run(move |table| table.database.execute(statement, values)).await?;
        Ok(())
    }
}

fn milliseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
