//! What the catalogue of the contract says of problem codes (§7.1) and undelivered reasons (§7.4).

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

/// What the catalogue says of a code or a reason.
#[derive(Debug, Clone, Deserialize)]
pub struct Facts {
    /// The listed spelling.
    pub name: String,
    /// All spellings on the wire.
    pub names: Vec<String>,
    /// Its page, below the address of the documentation.
    pub page: String,
    /// None for a reason.
    pub status: Option<u16>,
    pub cause: String,
    /// None for a reason.
    pub fix: Option<String>,
    /// `after-fix`, `after-setup` (of the account), `later`, `used-before` (never with this id) or `never`.
    pub retry: String,
    pub advice: String,
}

#[derive(Deserialize)]
struct Catalogue {
    problems: Vec<Facts>,
    reasons: Vec<Facts>,
}

static ALL: LazyLock<[HashMap<String, Facts>; 2]> = LazyLock::new(|| {
    let all: Catalogue = serde_json::from_str(include_str!("catalogue.json")).expect("it is part of the program");
    [all.problems, all.reasons].map(|of| {
        let named = |facts: Facts| facts.names.clone().into_iter().map(move |name| (name, facts.clone()));
        of.into_iter().flat_map(named).collect()
    })
});

pub(crate) fn of_problem(title: &str) -> Option<&'static Facts> {
    ALL[0].get(title)
}

pub(crate) fn of_reason(error: &str) -> Option<&'static Facts> {
    ALL[1].get(error)
}

/// An enum of the listed values in their listed spelling, and of any other.
macro_rules! listed {
    ($(#[$says:meta])* $type:ident, $facts:ident { $($(#[$meaning:meta])* $name:ident = $wire:literal,)* }) => {
        $(#[$says])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$meaning])* $name,)*
            /// One that this version of the contract does not list.
            Unlisted(String),
        }

        impl $type {
            /// The value of any spelling on the wire.
            #[must_use]
            pub fn of(wire: &str) -> Self {
                match crate::facts::$facts(wire).map_or(wire, |facts| &facts.name) {
                    $($wire => Self::$name,)*
                    other => Self::Unlisted(other.to_owned()),
                }
            }

            /// The listed spelling.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$name => $wire,)*
                    Self::Unlisted(wire) => wire,
                }
            }

            /// What the catalogue says of it; none if it is not listed.
            #[must_use]
            pub fn facts(&self) -> Option<&'static crate::Facts> {
                crate::facts::$facts(self.as_str())
            }
        }
    };
}
pub(crate) use listed;
