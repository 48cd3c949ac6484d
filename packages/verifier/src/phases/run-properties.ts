import fc from 'fast-check';
import { TargetGoneError } from '../exchange/create-target.ts';
import type { HttpRequest } from '../exchange/http-request.ts';
import { OutageError } from '../exchange/watch-for-outages.ts';
import type { Profile } from '../generated/profile.ts';
import { isObject } from '../json.ts';
import { deservedCodes } from '../oracle/deserved-codes.ts';
import type { Verdict } from '../oracle/fault.ts';
import { judgeAnswer } from '../oracle/judge-answer.ts';
import { resolvePointer } from '../scenario/apply-edits.ts';
import { buildCase } from '../scenario/build-case.ts';
import { resolveBase } from '../scenario/resolve-base.ts';
import type { Edit, Expectation, Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import { runsPerWorker, workers } from './count-planned.ts';
import { inParallel } from './in-parallel.ts';
import { type PhaseContext, skip } from './phase-context.ts';

/**
 * Generated requests, valid and broken, each with a request id of its own; what fails is shrunk. Each worker
 * walks its own path, so that the cases depend on the seed alone.
 */
export async function runProperties(context: PhaseContext): Promise<void> {
  const fragments = takeApart(context.profile, context.library);
  if (fragments.bases.length === 0) return;
  for (const scenario of context.scenarios) {
    const plans = scenario.expects.accepted ? validPlans(fragments) : brokenPlans(fragments);
    await inParallel(workers, workers.length, (worker) => check(context, scenario, plans, worker));
  }
}

interface Failure {
  readonly scenario: Scenario;
  readonly request: HttpRequest;
  readonly verdict: Verdict;
}

async function check(
  context: PhaseContext,
  scenario: Scenario,
  plans: fc.Arbitrary<Plan>,
  worker: number,
): Promise<void> {
  const { recorder, seed } = context;
  let passed = 0;
  let unbuilt = '';
  let gone: unknown;
  let last: Failure | undefined;
  const property = fc.asyncProperty(plans, async (plan) => {
    if (gone !== undefined) return;
    const seen = await send(context, toScenario(plan, scenario)).catch((error) => {
      if (error instanceof OutageError) return error.message;
      gone = error;
      return 'the target is gone';
    });
    if (typeof seen === 'string') unbuilt = seen;
    else if (seen.verdict.kind === 'mismatch') last = seen;
    else passed += 1;
    return typeof seen === 'string' || seen.verdict.kind !== 'mismatch';
  });
  const numRuns = runsPerWorker(context);
  await fc.check(property, { seed: seed + worker, numRuns, endOnFailure: false });
  if (gone instanceof TargetGoneError) throw gone;
  if (passed > 0) recorder.record({ scenario, verdict: { kind: 'match' }, times: passed });
  if (last !== undefined) recorder.record(await judgedAnew(context, last));
  else if (passed === 0) skip(context, scenario, unbuilt);
}

/**
 * What was shrunk is sent once more before it is shown, since a provider may fail for other reasons than the
 * request; a finding that does not come again says so.
 */
async function judgedAnew(context: PhaseContext, shrunk: Failure): Promise<Failure> {
  const again = await send(context, shrunk.scenario).catch((error) => {
    if (error instanceof OutageError) return error.message;
    throw error;
  });
  if (typeof again !== 'string' && again.verdict.kind === 'mismatch') return withTextBlamed(context, again);
  const { verdict } = shrunk;
  if (typeof again === 'string' || verdict.kind !== 'mismatch') return shrunk;
  const faults = verdict.faults.map((fault) => ({ ...fault, actual: `${fault.actual} (${notAgain})` }));
  return { ...shrunk, verdict: { ...verdict, faults } };
}

const notAgain = 'once: sent again, the request was answered rightly';

/**
 * If the same request passes with the text of the profile, the text is what the provider does not take
 * (§2.2).
 */
async function withTextBlamed(context: PhaseContext, failure: Failure): Promise<Failure> {
  const { scenario, verdict } = failure;
  const edits = scenario.when.edits ?? [];
  const others = edits.filter((edit) => !isText(edit));
  if (verdict.kind !== 'mismatch' || others.length === edits.length) return failure;
  const plain = await send(context, { ...scenario, when: { edits: others } });
  if (typeof plain === 'string' || plain.verdict.kind === 'mismatch') return failure;
  const faults = verdict.faults.map((fault) => ({ ...fault, clause: '2.2/text' }));
  return { ...failure, verdict: { ...verdict, faults } };
}

function isText(edit: Edit): boolean {
  return 'set' in edit && edit.set === '{content}/text' && edit.to !== '';
}

async function send({ profile, target }: PhaseContext, scenario: Scenario): Promise<Failure | string> {
  const built = buildCase(profile, scenario);
  if (isUnavailable(built)) return built.unavailable;
  const { request, expectation, cascade } = built;
  const outcome = await target.send(request);
  return { scenario, request, verdict: judgeAnswer(expectation, outcome, cascade) };
}

/** Edits of one scenario on one base, to be combined with others. */
interface Fragment {
  readonly name: string;
  readonly base: string;
  readonly clauses: readonly string[];
  readonly edits: readonly Edit[];
  readonly expects: Expectation;
  /** The places that the edits change, as JSON pointers. */
  readonly pointers: readonly string[];
}

/** What can be combined for a profile: bases that pass, and for each base its faults and its variations. */
interface Fragments {
  readonly bases: readonly string[];
  faultsOf(base: string): readonly Fragment[];
  variationsOf(base: string): readonly Fragment[];
}

const usable = new Set(['vectors', 'boundaries', 'text']);

/** Splits the library into fragments. Scenarios about headers, keys or raw bodies cannot be combined. */
function takeApart(profile: Profile, library: readonly Scenario[]): Fragments {
  const fragments = library.filter(isCombinable).flatMap((scenario) => toFragment(profile, scenario));
  const bases = [...new Set(fragments.map(({ base }) => base))].filter(
    (base) => !/(olderCoverage|largest|million)$/.test(base),
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
function areApart(a: Fragment, b: Fragment): boolean {
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

/** A request to send, before it has a request id. */
interface Plan {
  readonly base: string;
  readonly fragments: readonly Fragment[];
  readonly text: string;
  /** Distance to a limit, beyond or within, in characters. */
  readonly distance: number;
}

/** Text in any script, neither empty nor blank. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((each) => each.trim() !== '');
const distance = fc.nat({ max: 40 });

/** Requests that pass: a base with one of its variations and any text. */
function validPlans({ bases, variationsOf }: Fragments): fc.Arbitrary<Plan> {
  return fc.constantFrom(...bases.filter((base) => variationsOf(base).length > 0)).chain((base) =>
    fc.record({
      base: fc.constant(base),
      fragments: fc.constantFrom(...variationsOf(base)).map((fragment) => [fragment]),
      text,
      distance,
    }),
  );
}

/** Requests with one to three independent faults. */
function brokenPlans({ bases, faultsOf }: Fragments): fc.Arbitrary<Plan> {
  return fc.constantFrom(...bases.filter((base) => faultsOf(base).length > 0)).chain((base) =>
    fc.record({
      base: fc.constant(base),
      fragments: fc
        .array(fc.constantFrom(...faultsOf(base)), { minLength: 1, maxLength: 3 })
        .map((fragments) =>
          fragments.filter((one, at) => fragments.slice(0, at).every((other) => fits(one, other))),
        ),
      text,
      distance,
    }),
  );
}

/** Two faults of coverage would change each other's violations. */
function fits(one: Fragment, other: Fragment): boolean {
  const isCoverage = ({ expects }: Fragment) =>
    expects.codes?.some((code) => code.startsWith('cascade-scheduling')) === true;
  return areApart(one, other) && !(isCoverage(one) && isCoverage(other));
}

/** The scenario of a plan. */
function toScenario({ base, fragments, text, distance }: Plan, scenario: Scenario): Scenario {
  const broken = fragments.some(({ expects }) => expects.codes !== undefined);
  const edits = fragments.flatMap((fragment) =>
    fragment.edits.map((edit) => move(edit, broken ? distance : -distance)),
  );
  const touchesContent = fragments.some(({ pointers }) =>
    pointers.some((pointer) => pointer === '/content' || /^\/content\/[^/]+(\/text)?$/.test(pointer)),
  );
  const texts: readonly Edit[] =
    /^(text|marketing) /.test(base) && !touchesContent ? [{ set: '{content}/text', to: text }] : [];
  return {
    ...scenario,
    clauses: [...fragments.flatMap(({ clauses }) => clauses), ...scenario.clauses],
    given: { base },
    when: { edits: [...texts, ...edits] },
    expects: expectationOf(fragments, distance, scenario.expects),
  };
}

function expectationOf(
  fragments: readonly Fragment[],
  distance: number,
  otherwise: Expectation,
): Expectation {
  const [first, ...others] = fragments;
  if (first?.expects.codes === undefined) return { ...otherwise, accepted: true };
  if (others.length > 0) return { codes: deservedCodes(fragments.map(({ expects }) => expects.codes ?? [])) };
  const { comment, ...expects } = first.expects;
  return comment === undefined || distance > 0 ? expects : { ...expects, comment };
}

/** Moves a length further beyond its limit, or further within. */
function move(edit: Edit, by: number): Edit {
  if (!('set' in edit) || !isObject(edit.to)) return edit;
  const { $characters } = edit.to;
  return typeof $characters === 'number'
    ? { ...edit, to: { $characters: Math.max(1, $characters + by) } }
    : edit;
}
