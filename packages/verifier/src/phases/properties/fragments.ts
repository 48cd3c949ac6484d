import type { Profile } from '../../profile/profile.ts';
import { resolvePointer } from '../../scenario/apply-edits.ts';
import { buildCase } from '../../scenario/build-case.ts';
import { resolveBase } from '../../scenario/resolve-base.ts';
import type { Edit, Expectation, Scenario } from '../../scenario/scenario.ts';
import { isUnavailable } from '../../scenario/unavailable.ts';

/** Edits of one scenario on one base, to be combined with others. */
export interface Fragment {
  readonly name: string;
  readonly base: string;
  readonly clauses: readonly string[];
  readonly edits: readonly Edit[];
  readonly expects: Expectation;
  /** The places that the edits change, as JSON pointers. */
  readonly pointers: readonly string[];
}

/** What can be combined for a profile: bases that pass, and for each base its faults and its variations. */
export interface Fragments {
  readonly bases: readonly string[];
  faultsOf(base: string): readonly Fragment[];
  variationsOf(base: string): readonly Fragment[];
}

const usable = new Set(['vectors', 'boundaries', 'text']);

/** Splits the library into fragments. Scenarios about headers, keys or raw bodies cannot be combined. */
export function takeApart(profile: Profile, library: readonly Scenario[]): Fragments {
  const fragments = library.filter(isCombinable).flatMap((scenario) => toFragment(profile, scenario));
  const bases = [...new Set(fragments.map(({ base }) => base))].filter(
    (base) => !base.endsWith('olderCoverage') && !base.endsWith('largest'),
  );
  const anywhere = fragments.filter(
    ({ pointers, expects }) => expects.codes && pointers.every((pointer) => !pointer.startsWith('/content/')),
  );
  return {
    bases,
    faultsOf: (base) => [
      ...fragments.filter((fragment) => fragment.base === base && fragment.expects.codes !== undefined),
      ...anywhere.filter((fragment) => fragment.base !== base),
    ],
    variationsOf: (base) =>
      fragments.filter((fragment) => fragment.base === base && fragment.expects.accepted),
  };
}

/** Whether two edits touch different places, so that each keeps its meaning beside the other. */
export function areApart(a: Fragment, b: Fragment): boolean {
  const isWithin = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
  return a.pointers.every((one) =>
    b.pointers.every((other) => !isWithin(one, other) && !isWithin(other, one)),
  );
}

function isCombinable({ phase, given, when, expects }: Scenario): boolean {
  const { method, path, headers, raw } = when;
  const isBare = [method, path, headers, raw, given.key, given.procedure, expects.unclear].every(
    (each) => each === undefined,
  );
  return usable.has(phase) && isBare && given.base !== undefined;
}

function toFragment(profile: Profile, scenario: Scenario): Fragment[] {
  const { given, when, expects, id, clauses } = scenario;
  const base = given.base ?? '';
  const resolved = resolveBase(profile, base);
  if (isUnavailable(resolved) || isUnavailable(buildCase(profile, scenario))) return [];
  const edits = when.edits ?? [];
  const pointers = edits.flatMap((edit) => {
    const pointer = resolvePointer('remove' in edit ? edit.remove : edit.set, { profile, base: resolved });
    return typeof pointer === 'string' ? [pointer] : [];
  });
  return [{ name: id, base, clauses, edits, expects, pointers }];
}
