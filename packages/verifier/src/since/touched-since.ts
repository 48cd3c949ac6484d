import { isDeepStrictEqual } from 'node:util';
import { citedBy, clausesOf, objectOf } from '../description/described.ts';
import { isObject } from '../json.ts';
import type { KnownClause } from '../scenario/clauses.ts';
import { assumedBy, type Scenario } from '../scenario/scenario.ts';

/** An earlier contract, as far as it is known. */
export interface EarlierContract {
  readonly openapi?: unknown;
  readonly asyncapi?: unknown;
  /** What each clause said, by id. */
  readonly clauses?: Readonly<Record<string, string>>;
  /** The scenarios by hand that differ from those of now. */
  readonly scenarios?: readonly string[];
}

/** The contract of now. */
export interface PresentContract {
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  readonly clauses: readonly KnownClause[];
  readonly scenarios: readonly Scenario[];
}

export interface Touched {
  /** What the changed parts of the contract cite. */
  readonly clauses: readonly string[];
  readonly decisions: readonly string[];
  readonly scenarios: readonly string[];
  /** Changed places that cite nothing, as JSON pointers: no scenario can be told from them. */
  readonly unplaced: readonly string[];
}

/** The scenarios that a change of the contract touches: those that cite what its changed parts cite. */
export function touchedSince(earlier: EarlierContract, now: PresentContract): Touched {
  const changes = [
    ...(earlier.openapi === undefined ? [] : changesIn(earlier.openapi, now.openapi)),
    ...(earlier.asyncapi === undefined ? [] : changesIn(earlier.asyncapi, now.asyncapi)),
  ];
  const { clauses: said } = earlier;
  const reworded = said === undefined ? [] : now.clauses.filter(({ id, says }) => said[id] !== says);
  const clauses = new Set([...changes.flatMap((each) => each.clauses), ...reworded.map(({ id }) => id)]);
  const decisions = new Set(changes.flatMap((each) => each.decisions));
  const edited = new Set(earlier.scenarios);
  const isTouched = (scenario: Scenario) =>
    edited.has(scenario.id) ||
    scenario.clauses.some((clause) => clauses.has(clause)) ||
    assumedBy(scenario).some((decision) => decisions.has(decision));
  return {
    clauses: [...clauses],
    decisions: [...decisions],
    scenarios: now.scenarios.filter(isTouched).map(({ id }) => id),
    unplaced: changes
      .filter((each) => each.clauses.length + each.decisions.length === 0)
      .map(({ pointer }) => pointer),
  };
}

interface Change {
  readonly pointer: string;
  readonly clauses: readonly string[];
  readonly decisions: readonly string[];
}

/** Texts for readers, which no scenario judges. */
const texts = new Set(['description', 'summary', 'title', 'info', 'tags', 'externalDocs']);

/** Each place that differs, with what the nearest node around it cites. */
function changesIn(before: unknown, now: unknown, pointer = '', around: readonly unknown[] = []): Change[] {
  if (isDeepStrictEqual(before, now)) return [];
  if (!isObject(before) || !isObject(now)) return [changeAt(pointer, [now, before, ...around])];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  // A member of `properties` may have the name of a text.
  const isNode = !/\/(?:properties|schemas|examples)$/.test(pointer);
  return [...names]
    .filter((name) => !(isNode && texts.has(name)))
    .flatMap((name) => changesIn(before[name], now[name], `${pointer}/${name}`, [now, before, ...around]));
}

function changeAt(pointer: string, nodes: readonly unknown[]): Change {
  for (const node of nodes.map(objectOf)) {
    const clauses = clausesOf(node);
    const decisions = citedBy(node);
    if (clauses.length + decisions.length > 0) return { pointer, clauses, decisions };
  }
  return { pointer, clauses: [], decisions: [] };
}
