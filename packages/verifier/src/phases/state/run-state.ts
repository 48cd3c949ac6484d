import { isAccepted } from '../../exchange/http-request.ts';
import type { Profile } from '../../generated/profile.ts';
import { isObject, parseJson } from '../../json.ts';
import { errorOf, verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Edit } from '../../scenario/scenario.ts';
import { lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { available, type PhaseContext, type Trial, unlessOut, untried } from '../phase-context.ts';
import { listCascades, orderOfStages } from './cascades.ts';
import {
  entryOfHistory,
  filterHistory,
  findInHistory,
  historyOfOtherAccount,
  missFromHistory,
  pageHistory,
  refuseHistory,
  statusInHistory,
} from './message-history.ts';
import { spendBalance } from './spend-balance.ts';

type Procedure = (trial: Trial) => Promise<void>;

const procedures: Readonly<Record<string, Procedure>> = {
  reuse: (trial) => reuse(trial),
  'reuse later': reuseLater,
  'reuse after restart': reuseAfterRestart,
  'reuse in capitals': (trial) => reuse(trial, { write: (requestId) => requestId.toUpperCase() }),
  'at once': oneOfMany,
  'all at once': manyAtOnce,
  'one after the other': oneAfterTheOther,
  'refused id': refusedId,
  'other addresses': otherAddresses,
  'other account': otherAccount,
  'id of another account': idOfOtherAccount,
  echo,
  'list cascades': listCascades,
  'order of stages': orderOfStages,
  'message history': findInHistory,
  'message history of an unknown id': missFromHistory,
  'message history of another account': historyOfOtherAccount,
  'message history refused': refuseHistory,
  'message history filters': filterHistory,
  'message history pages': pageHistory,
  'message history entry': entryOfHistory,
  'message history status': statusInHistory,
  'balance to zero': spendBalance,
  // Both are recorded by the procedure that spends the balance.
  'refused costs nothing': async () => {},
  'balance for each stage': async () => {},
};

/**
 * What only several requests show: ids that are used up, money that is spent, and that a refusal does
 * neither.
 */
export async function runState(context: PhaseContext): Promise<void> {
  for (const scenario of context.scenarios)
    await unlessOut(context, scenario, async (trial) => {
      const procedure = procedures[scenario.given.procedure ?? ''];
      if (procedure === undefined) throw untried('this version of the verifier does not know the procedure');
      await procedure(trial);
    });
}

interface Manner {
  /** Requests in between. */
  readonly between?: number;
  /** How the id is written the second time. */
  readonly write?: (requestId: string) => string;
}

/** An accepted request, others in between, then its id once more (§2.1, §4.1 rule 1). */
async function reuse(
  trial: Trial,
  { between = 0, write = (requestId) => requestId }: Manner = {},
): Promise<void> {
  const plain = () => trial.build({ when: {} });
  const first = plain();
  await trial.accepted(first, 'the request that was to use the id was not accepted');
  await inParallel(Array.from({ length: between }), 8, () => trial.target.send(plain().request));
  await trial.judge(trial.build({}, write(first.requestId)));
}

/** An id after 20 other requests, and the very first of the run, after all of them (§2.1). */
async function reuseLater(trial: Trial): Promise<void> {
  await reuse(trial, { between: 20 });
  if (trial.first !== undefined) await trial.judge({ ...trial.first, expectation: trial.scenario.expects });
}

const beforeRestart = 20;

/**
 * The ids that were accepted before connections broke, and before a restart if the operator says how: a
 * provider that answers before it stores has lost the last of them.
 */
async function reuseAfterRestart(trial: Trial): Promise<void> {
  const { profile, scenario, target, beforeBreaks, restart } = trial;
  const sent = [...beforeBreaks].map((request) => ({ request, cascade: profile.cascades[0] }));
  if (restart !== undefined) {
    for (let count = 0; count < beforeRestart; count += 1) {
      const built = trial.build({ when: {} });
      if (isAccepted(await target.send(built.request))) sent.push(built);
    }
    const failure = await restart().catch((error: Error) => error.message);
    if (typeof failure === 'string') throw untried(failure);
  }
  if (sent.length === 0)
    throw untried('no connection broke, and --restart names no command that restarts it');
  for (const { request, cascade } of sent)
    if (cascade !== undefined)
      trial.record(judgeAnswer(scenario.expects, await target.send(request), cascade), request);
}

/**
 * The same request many times at once: one is accepted, the others are refused as the scenario says (§2.1).
 */
async function oneOfMany(trial: Trial): Promise<void> {
  const { request, expectation, cascade } = trial.build();
  const times = trial.scenario.given.times ?? 50;
  const outcomes = await Promise.all(Array.from({ length: times }, () => trial.target.send(request)));
  const accepted = outcomes.filter(isAccepted).length;
  const faults = outcomes
    .filter((outcome) => !isAccepted(outcome))
    .map((outcome) => judgeAnswer(expectation, outcome, cascade))
    .flatMap((verdict) => (verdict.kind === 'mismatch' ? verdict.faults : []));
  if (accepted !== 1)
    faults.unshift(errorOf('state', `1 of ${times} accepted`, `${accepted} of ${times} accepted`));
  trial.record(verdictOf(faults), request);
}

/** Many different requests at once: each is judged for itself. */
async function manyAtOnce(trial: Trial): Promise<void> {
  const cases = Array.from({ length: trial.scenario.given.times ?? 50 }, () => trial.build());
  await Promise.all(cases.map(trial.judge));
}

/** What one refusal changes, the next request shows. */
async function oneAfterTheOther(trial: Trial): Promise<void> {
  const { times = 1 } = trial.scenario.given;
  for (let count = 0; count < times; count += 1) await trial.judge(trial.build());
}

/** A broken template, an unknown cascade, and a layout that some providers answer with 500 (§7.1). */
const refusals: readonly (readonly Edit[])[] = [
  [{ set: '{content}/text', to: '' }],
  [{ set: '/cascadeId', to: { $unknownCascade: true } }],
  [{ set: '/content', to: ['a list'] }],
];

/**
 * For each refusal or failure a request that meets it, then a good one with the same id (§4.1 rule 6,
 * ADR-0007).
 */
async function refusedId(trial: Trial): Promise<void> {
  for (const edits of refusals) {
    const broken = trial.build({ when: { edits } });
    if (isAccepted(await trial.target.send(broken.request)))
      throw untried('the request that was to be refused was accepted');
    await trial.judge(trial.build({}, broken.requestId));
  }
}

type Other = NonNullable<Profile['otherAccount']>;

/** Another account uses its own cascade; after that, our account must still be refused it (§2.1). */
function otherAccount(trial: Trial): Promise<void> {
  return afterTheOther(trial, (_, { cascade }) => {
    const profile = { ...trial.profile, cascades: [cascade] };
    return buildCase(profile, { ...trial.scenario, given: { base: baseOf(cascade) } });
  });
}

/** Another account uses an id; after that, our account may use it as well (ADR-0007). */
function idOfOtherAccount(trial: Trial): Promise<void> {
  return afterTheOther(trial, ({ requestId }) => trial.build({}, requestId));
}

/** A request of the other account that is accepted, and one of ours that has something in common with it. */
async function afterTheOther(
  trial: Trial,
  make: (theirs: Case, other: Other) => Case | Unavailable,
): Promise<void> {
  const { profile, scenario } = trial;
  const { otherAccount: other } = profile;
  if (other === undefined) throw untried(lacking('/otherAccount'));
  const { cascade, key } = other;
  const their = { ...profile, cascades: [cascade], keys: { ...profile.keys, good: key } };
  const theirs = available(buildCase(their, { ...scenario, given: { base: baseOf(cascade) } }));
  await trial.accepted(theirs, 'the request of the other account was not accepted');
  await trial.judge(available(make(theirs, other)));
}

function baseOf({ stages }: Other['cascade']): string {
  return `text on ${[...new Set(stages.map(({ channel }) => channel))].join('+')}`;
}

/** A message to each further address of the profile: phone numbers differ in country and length (§2.1). */
async function otherAddresses(trial: Trial): Promise<void> {
  const { addresses } = trial.profile;
  if (addresses === undefined)
    throw untried(lacking('/addresses', 'the profile has no addresses beside address'));
  await inParallel(addresses, 8, (address) =>
    trial.judge(trial.build({ when: { edits: [{ set: '/subscriberFilter/address', to: address }] } })),
  );
}

/** An accepted request, and what the success looks like (ADR-0001); the source shows none of it. */
async function echo(trial: Trial): Promise<void> {
  const { request, requestId, expectation, cascade } = trial.build();
  const outcome = await trial.target.send(request);
  const verdict = judgeAnswer(expectation, outcome, cascade);
  if (verdict.kind !== 'match' || 'none' in outcome) return trial.record(verdict, request);
  const { status, headers, text } = outcome;
  const body = parseJson(text);
  const type = headers['content-type'] ?? 'no media type';
  const isEcho = isObject(body) && body.requestId === requestId;
  const isAsAssumed = status === 200 && /^application\/json *(;|$)/i.test(type) && isEcho;
  const fault = errorOf(
    'response-schema-conformance',
    `200, application/json, {"requestId":"${requestId}"} (ADR-0001)`,
    `${status}, ${type}, ${text}`,
  );
  trial.record(verdictOf(isAsAssumed ? [] : [fault]), request);
}
