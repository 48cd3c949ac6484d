//! A test for each row of the vectors: how a call ends, what a receiver answers, verdicts and outcomes.

mod callbacks;
mod calls;
mod receptions;

use std::{env, fs, process::ExitCode};

use libtest_mimic::{Arguments, Trial};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::runtime::Builder;

fn main() -> ExitCode {
    let mut tests = vec![];
    tests.extend(tests_of("outcomes", |row: callbacks::Outcomes| async move { row.judge() }));
    tests.extend(tests_of("callbacks", |row: callbacks::Vector| async move { row.judge() }));
    tests.extend(tests_of("calls", calls::judge));
    tests.extend(tests_of("receptions", receptions::judge));
    #[cfg(feature = "sqlite")]
    tests.extend(tests_of("receptions", receptions::judge_in_sqlite).map(|test| test.with_kind("sqlite")));
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

#[derive(Deserialize)]
struct File<R> {
    vectors: Vec<R>,
}

#[derive(Deserialize)]
struct Named {
    says: String,
}

fn read<R: DeserializeOwned>(name: &str) -> Vec<R> {
    let folder = env::var("CASCADE_VECTORS").unwrap_or_else(|_| "../../../spec/vectors/generated".to_owned());
    let text = fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
    let File { vectors } = serde_json::from_str(&text).unwrap();
    assert!(vectors.len() > 15, "expected the vectors");
    vectors
}

/// Each has a runtime of its own, whose clock it may stop.
fn tests_of<R, F>(name: &str, judge: impl Fn(R) -> F + Copy + Send + 'static) -> impl Iterator<Item = Trial>
where
    R: DeserializeOwned + Send + 'static,
    F: Future<Output = ()>,
{
    let names = read::<Named>(name).into_iter().map(move |Named { says }| says);
    let rows = read::<R>(name).into_iter();
    let name = name.to_owned();
    names.zip(rows).map(move |(says, row)| {
        Trial::test(format!("{name}: {says}"), move || {
            Builder::new_current_thread().enable_all().build()?.block_on(judge(row));
            Ok(())
        })
    })
}
