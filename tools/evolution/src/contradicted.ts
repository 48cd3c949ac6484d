import { isObject, type JsonObject, objectOf, parsePointer, stringsOf, valueAt } from '@cascade/contract';
import type { ContractChange } from './change.ts';
import type { Release } from './release.ts';
import { contradictions } from './source.ts';

/** A clause that a change goes against, in its own words of before, and what is found in its place. */
export interface Contradicted {
  readonly clause: string;
  readonly says: string;
  readonly found: string;
  /** As in `spec/catalogue/source.yaml`; absent if the clause itself is another one. */
  readonly place?: string;
}

/**
 * What goes against the source from one state to another. The source does not change: its clauses and values
 * are those of the former state. What went against it before is not told again.
 */
export function contradictedBetween(before: Release, now: Release): readonly Contradicted[] {
  const { clauses, source = now.catalogue.source } = before.catalogue;
  const fixed = source === undefined ? {} : { source };
  const statedBy = (release: Release) => ({
    openapi: release.openapi,
    asyncapi: release.asyncapi,
    catalogue: { ...release.catalogue, ...fixed, clauses },
  });
  const known = new Set(contradictions(statedBy(before)).map(({ message }) => message));
  return contradictions(statedBy(now))
    .filter(({ message }) => !known.has(message))
    .map(({ clause, message, place }) => ({
      clause,
      says: clauses[clause]?.says ?? '',
      found: / (Found .+)$/s.exec(message)?.[1] ?? message,
      ...(place !== undefined && { place }),
    }));
}

/**
 * The clauses that one change goes against: those of its place that the state as a whole goes against, and
 * those of a documented place that is gone or is no longer documented.
 */
export function contradictedBy(
  change: ContractChange,
  {
    rests,
    all,
    before,
  }: {
    readonly rests: readonly string[];
    readonly all: readonly Contradicted[];
    readonly before: Release;
  },
): readonly Contradicted[] {
  const cited = all.filter(
    ({ clause, place }) => rests.includes(`§${clause}`) || (place !== undefined && isAt(change, place)),
  );
  const own = isTakenBack(change) ? clausesAt(change, before) : [];
  const gone = own
    .filter((clause) => !cited.some((one) => one.clause === clause))
    .map((clause) => ({
      clause,
      says: before.catalogue.clauses[clause]?.says ?? '',
      found: change.kind === 'removed' ? `${change.at} is gone.` : `${change.at}: ${change.says}.`,
    }));
  return [...cited, ...gone];
}

const lists: Readonly<Record<string, string>> = { code: 'problems', reason: 'reasons', limit: 'limits' };

/** Whether a change is at a place that the source fixes, or in it. */
function isAt({ subject, at }: ContractChange, place: string): boolean {
  const list = lists[subject];
  if (list !== undefined) return place.startsWith(`catalogue/${list}/${at}/`);
  const pointer = `${subject}${at}`;
  return pointer === place || pointer.startsWith(`${place}/`) || place.startsWith(`${pointer}/`);
}

function isTakenBack({ impact, kind, says }: ContractChange): boolean {
  return impact === 'major' && (kind === 'removed' || /was documented and is now assumed/.test(says));
}

/** The clauses that a documented place cites itself, not one around it. */
function clausesAt(
  { subject, at }: ContractChange,
  { openapi, asyncapi, catalogue }: Release,
): readonly string[] {
  const entries: Readonly<Record<string, unknown>> = {
    code: catalogue.problems[at],
    reason: catalogue.reasons[at],
    limit: catalogue.limits[at],
  };
  if (subject === 'openapi') return documentedAt(openapi, at);
  if (subject === 'asyncapi') return documentedAt(asyncapi, at);
  return [objectOf(entries[subject]).clause ?? []].flat().filter((clause) => typeof clause === 'string');
}

function documentedAt(description: JsonObject, pointer: string): readonly string[] {
  const node = parsePointer(pointer).length === 0 ? undefined : valueAt(description, pointer);
  if (!isObject(node) || node['x-provenance'] === 'assumed') return [];
  return stringsOf(node['x-clause']);
}
