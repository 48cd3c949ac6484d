//! Kills a receiver 100 times by SIGKILL while it handles events: none is lost, and none is handled twice but what was under way.
//!
//! ```sh
//! cargo test --features sqlite --test crash -- --nocapture
//! ```

use std::{
    collections::{HashMap, HashSet},
    env, fs,
    io::{self, Write as _},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::Arc,
    thread,
    time::{Duration, SystemTime},
};

use cascade_kit::{BoxError, Claim, Ids, Receiver, SqliteIds, StatusEvent};
use http::{HeaderMap, Method, StatusCode};
use standardwebhooks::Webhook;
use tokio::runtime::Runtime;

const SECRET: &str = "whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=";
const KILLS: usize = 100;
const AT_ONCE: usize = 4;
const CLAIM_FOR: Duration = Duration::from_millis(50);
const POINTS: [&str; 5] =
    ["before the claim", "after the claim", "in the handler", "after the handler", "after the commit"];

/// Where the process dies: at a point of the event with the id `last`.
#[derive(Clone)]
struct Death {
    point: String,
    last: String,
}

impl Death {
    fn reach(&self, point: &str, id: &str) {
        if self.point == point && self.last == id {
            kill(process::id());
            thread::park(); // until the signal arrives
        }
    }
}

fn kill(id: u32) {
    assert!(Command::new("kill").args(["-KILL", &id.to_string()]).status().unwrap().success());
}

struct Dying {
    ids: SqliteIds,
    death: Death,
}

impl Ids for Dying {
    async fn claim(&self, id: &str, owner: &str, expires: Duration) -> Result<Claim, BoxError> {
        self.death.reach("before the claim", id);
        let claim = self.ids.claim(id, owner, expires).await;
        self.death.reach("after the claim", id);
        claim
    }

    async fn commit(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        self.death.reach("after the handler", id);
        self.ids.commit(id, owner).await?;
        self.death.reach("after the commit", id);
        Ok(())
    }

    async fn release(&self, id: &str, owner: &str) -> Result<(), BoxError> {
        self.ids.release(id, owner).await
    }
}

fn signed(id: &str) -> (HeaderMap, Vec<u8>) {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs().try_into().unwrap();
    let body = format!(r#"{{"requestId":"{id}","status":"SENT"}}"#).into_bytes();
    let signature = Webhook::new(SECRET).unwrap().sign(id, now, &body).unwrap();
    let headers =
        [("webhook-id", id.to_owned()), ("webhook-timestamp", now.to_string()), ("webhook-signature", signature)];
    (headers.into_iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect(), body)
}

fn append(file: &Path, line: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(file)?;
    file.write_all(format!("{line}\n").as_bytes())
}

fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Takes the events in turn, a few at once, and writes down each answer.
async fn take(folder: PathBuf, events: Vec<String>, death: Death) {
    let ids = SqliteIds::open(folder.join("ids.sqlite")).unwrap();
    let mut receiver = Receiver::new(&[SECRET]).unwrap().with_ids(Dying { ids, death: death.clone() });
    receiver.claim_for = CLAIM_FOR;
    let receiver = Arc::new(receiver);
    let tasks: Vec<_> = (0..AT_ONCE)
        .map(|first| {
            let mine: Vec<_> = events.iter().skip(first).step_by(AT_ONCE).cloned().collect();
            tokio::spawn(take_in_turn(Arc::clone(&receiver), folder.clone(), mine, death.clone()))
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

async fn take_in_turn(receiver: Arc<Receiver<Dying>>, folder: PathBuf, events: Vec<String>, death: Death) {
    for id in events {
        let (headers, body) = signed(&id);
        let handled = folder.join("handled");
        let death = death.clone();
        let handle = |event: StatusEvent| async move {
            let id = event.request_id.unwrap();
            append(&handled, &id)?;
            death.reach("in the handler", &id);
            Ok::<_, io::Error>(())
        };
        if receiver.receive(&Method::POST, &headers, &body, handle).await == StatusCode::OK {
            append(&folder.join("answered"), &id).unwrap();
        }
    }
}

/// The process that is killed.
#[test]
fn receiver_that_is_killed() {
    let Ok(folder) = env::var("CRASH_FOLDER") else {
        return;
    };
    let death = Death { point: env::var("CRASH_POINT").unwrap(), last: env::var("CRASH_LAST").unwrap() };
    let folder = PathBuf::from(folder);
    let events = lines(&folder.join("sent"));
    Runtime::new().unwrap().block_on(take(folder, events, death));
}

/// Whether it was killed.
fn receive(folder: &Path, events: &[String], point: &str) -> bool {
    fs::write(folder.join("sent"), events.join("\n")).unwrap();
    let mut receiver = Command::new(env::current_exe().unwrap());
    receiver.args(["--exact", "receiver_that_is_killed"]);
    receiver.env("CRASH_FOLDER", folder).env("CRASH_POINT", point).env("CRASH_LAST", &events[events.len() / 2]);
    let ended = receiver.output().unwrap();
    let is_killed = ended.status.signal() == Some(9);
    assert!(is_killed || ended.status.success(), "{ended:?}");
    is_killed
}

/// Which of the events are handled, as a process says that starts now.
fn committed(folder: &Path, events: &[String]) -> HashSet<String> {
    let ids = SqliteIds::open(folder.join("ids.sqlite")).unwrap();
    let seen = async |id: &String| {
        let claim = ids.claim(id, "test", Duration::ZERO).await.unwrap();
        ids.release(id, "test").await.unwrap();
        claim == Claim::Seen
    };
    let runtime = Runtime::new().unwrap();
    events.iter().filter(|id| runtime.block_on(seen(id))).cloned().collect()
}

#[test]
fn nothing_is_lost_and_nothing_is_handled_twice_but_what_was_under_way() {
    let folder = env::temp_dir().join(format!("cascade-crash-{}", process::id()));
    fs::create_dir(&folder).unwrap();
    let mut events: Vec<String> = vec![];
    let mut under_way = HashSet::new();
    let mut kills = 0;
    while kills < KILLS {
        // The provider sends what has no answer, the oldest first, and then new events.
        let answered: HashSet<_> = lines(&folder.join("answered")).into_iter().collect();
        let mut open: Vec<_> = events.iter().filter(|id| !answered.contains(*id)).cloned().collect();
        while open.len() < 2 * AT_ONCE {
            let id = format!("event-{}", events.len());
            events.push(id.clone());
            open.push(id);
        }
        kills += usize::from(receive(&folder, &open, POINTS[kills % POINTS.len()]));
        let handled = committed(&folder, &open);
        under_way.extend(open.into_iter().filter(|id| !handled.contains(id)));
        thread::sleep(CLAIM_FOR); // the claims of the dead expire
    }
    assert!(!receive(&folder, &events, "none"));
    let all: HashSet<_> = events.iter().cloned().collect();
    assert_eq!(lines(&folder.join("answered")).into_iter().collect::<HashSet<_>>(), all);
    assert_eq!(committed(&folder, &events), all);
    let mut times = HashMap::new();
    lines(&folder.join("handled")).into_iter().for_each(|id| *times.entry(id).or_insert(0) += 1);
    assert_eq!(all.iter().filter(|id| !times.contains_key(*id)).count(), 0, "lost");
    let twice: HashSet<_> = times.into_iter().filter(|(_, count)| *count > 1).map(|(id, _)| id).collect();
    assert_eq!(twice.difference(&under_way).count(), 0, "handled twice though not under way");
    let (events, twice) = (events.len(), twice.len());
    println!("{kills} kills, {events} events: 0 lost, {twice} handled twice, all of them under way at a kill");
    fs::remove_dir_all(folder).unwrap();
}
