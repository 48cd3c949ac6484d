import type { Contract } from '@cascade/contract';
import type { Described } from '../description/read-description.ts';

/** Names that only an assumption gives: members, headers, values, codes and paths. */
export interface AssumedNames {
  readonly all: ReadonlySet<string>;
  /** Whether a piece of code is one of them, or has a name among them that is distinct from other words. */
  isIn(code: string): boolean;
}

/** The assumed headers of answers, which the fields do not include. */
const headers = ['Retry-After', 'retry-after', 'Allow', 'allow', 'WWW-Authenticate', 'www-authenticate'];

/** A name of ours that is also a format of JSON Schema, and a library of every language. */
const vocabulary = new Set(['uuid']);

/** Reads the names. A name that the source uses, too, in whatever sense, does not count. */
export function assumedNames(sources: Described): AssumedNames {
  const named = namesOf(sources);
  const documented = new Set(
    named.filter(({ provenance }) => provenance === 'documented').map(({ name }) => name),
  );
  const source = wordsOfSource(sources.contract);
  const assumed = [...named.map(({ name }) => name), ...headers];
  const isElsewhere = (name: string) => documented.has(name) || source.has(name) || vocabulary.has(name);
  const all = new Set(assumed.filter((name) => !isElsewhere(name)));
  const distinctive = [...all].filter(isDistinctive).map((name) => name.replaceAll('/', String.raw`\/`));
  const pattern = new RegExp(`(?<![\\w-])(?:${distinctive.join('|')})(?![\\w-])`);
  return { all, isIn: (code) => all.has(code.trim()) || pattern.test(code) };
}

function namesOf({ contract, operations, fields, lists }: Described) {
  return [
    ...operations.flatMap(({ id, title, provenance }) =>
      [id, title.replace(/^\w+ /, '')].map((name) => ({ name, provenance })),
    ),
    ...fields.map(({ name, provenance }) => ({ name, provenance })),
    ...lists.flatMap(({ values }) => values.map(({ value, provenance }) => ({ name: value, provenance }))),
    ...contract.problems.map(({ code, provenance }) => ({ name: code, provenance })),
  ];
}

function wordsOfSource({ clauses }: Contract): ReadonlySet<string> {
  const said = [...clauses.values()].filter(({ kind }) => kind !== 'not-shown');
  return new Set(said.flatMap(({ says }) => says.match(/[\w/.-]*\w/g) ?? []));
}

/** Whether a name cannot be another word of a program: `statusAt`, `webhook-id`, `/api/callback/set`. */
function isDistinctive(name: string): boolean {
  return /[a-z][A-Z]|[-_/]|^[A-Z]{4,}$/.test(name);
}
