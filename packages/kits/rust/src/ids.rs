//! Remembers which callbacks were handled.

use std::{
    collections::HashMap,
    error::Error,
    future::Future,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

pub type BoxError = Box<dyn Error + Send + Sync>;

/// Longer than a provider repeats an event, which is a day (ADR-0018).
pub(crate) const KEPT: Duration = Duration::from_hours(48);

/// What is known of the id of a callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Handle it.
    New,
    /// It is handled.
    Seen,
    /// Another claim is handling it.
    Busy,
}

/// Remembers ids of callbacks. An id counts once its event is handled: it is claimed before, and committed after.
pub trait Ids: Send + Sync + 'static {
    /// Of many claims at once, one is new; then the others are busy. It expires, since its process may die.
    fn claim(&self, id: &str, owner: &str, expires: Duration) -> impl Future<Output = Result<Claim, BoxError>> + Send;

    /// The event is handled, also if the claim has expired: from now on the id is seen.
    fn commit(&self, id: &str, owner: &str) -> impl Future<Output = Result<(), BoxError>> + Send;

    /// The event is not handled. It does nothing if the claim is that of another owner by now.
    fn release(&self, id: &str, owner: &str) -> impl Future<Output = Result<(), BoxError>> + Send;
}

/// The latest ids, in the memory of one process.
pub struct RecentIds {
    most: usize,
    held: Mutex<[HashMap<String, Held>; 2]>,
}

/// A claim, or without an owner an event that is handled.
struct Held {
    owner: Option<String>,
    until: Instant,
}

impl Default for RecentIds {
    fn default() -> Self {
        Self::new(50_000)
    }
}

impl RecentIds {
    /// Holds twice `most` at most.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let held = Mutex::default();
        Self { most, held }
    }

    fn lock(&self) -> MutexGuard<'_, [HashMap<String, Held>; 2]> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, [young, former]: &mut [HashMap<String, Held>; 2], id: &str, owner: Option<&str>, lasts: Duration) {
        if young.len() >= self.most {
            *former = mem::take(young);
        }
        let owner = owner.map(str::to_owned);
        let until = Instant::now() + lasts;
        young.insert(id.to_owned(), Held { owner, until });
    }
}

impl Ids for RecentIds {
    async fn claim(&self, id: &str, owner: &str, expires: Duration) -> Result<Claim, BoxError> {
        let mut held = self.lock();
        let known = held.iter().find_map(|ids| ids.get(id));
        match known.filter(|known| known.until > Instant::now()) {
            Some(Held { owner: Some(_), .. }) => Ok(Claim::Busy),
            Some(_) => Ok(Claim::Seen),
            None => {
                self.put(&mut held, id, Some(owner), expires);
                Ok(Claim::New)
            }
        }
    }

    async fn commit(&self, id: &str, _owner: &str) -> Result<(), BoxError> {
        self.put(&mut self.lock(), id, None, KEPT);
        Ok(())
    }

    async fn release(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        let is_owned = |known: &Held| known.owner.as_deref() == Some(owner);
        let mut held = self.lock();
        if held.iter().find_map(|ids| ids.get(id)).is_some_and(is_owned) {
            held.iter_mut().for_each(|ids| drop(ids.remove(id)));
        }
        Ok(())
    }
}
