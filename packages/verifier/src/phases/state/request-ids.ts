import { isAccepted } from '../../exchange/http-request.ts';
import type { Profile } from '../../generated/profile.ts';
import { isObject, parseJson } from '../../json.ts';
import { type AnswerFault, errorOf, verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Edit, Scenario } from '../../scenario/scenario.ts';
import { isUnavailable, lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, recordRefusal, requireCase, skip, tryCase } from '../phase-context.ts';

interface Manner {
  /** Requests in between. */
  readonly between?: number;
  /** How the id is written the second time. */
  readonly write?: (requestId: string) => string;
}

/** An accepted request, others in between, then its id once more (§2.1, §4.1 rule 1). */
export async function reuse(
  context: PhaseContext,
  scenario: Scenario,
  { between = 0, write = (requestId) => requestId }: Manner = {},
): Promise<void> {
  const { profile, target } = context;
  const plain: Scenario = { ...scenario, when: {} };
  const first = requireCase(context, scenario, buildCase(profile, plain));
  if (first === undefined) return;
  const outcome = await target.send(first.request);
  if (!isAccepted(outcome))
    return recordRefusal(
      context,
      scenario,
      first,
      outcome,
      'the request that was to use the id was not accepted',
    );
  await inParallel(Array.from({ length: between }), 8, async () => {
    const other = buildCase(profile, plain);
    if (!isUnavailable(other)) await target.send(other.request);
  });
  await tryCase(context, scenario, buildCase(profile, scenario, write(first.requestId)));
}

/** An id after 20 other requests, and the very first of the run, after all of them (§2.1). */
export async function reuseLater(context: PhaseContext, scenario: Scenario): Promise<void> {
  await reuse(context, scenario, { between: 20 });
  const { first } = context;
  if (first !== undefined) await tryCase(context, scenario, { ...first, expectation: scenario.expects });
}

const beforeRestart = 20;

/**
 * The ids that were accepted before connections broke, and before a restart if the operator says how: a provider that
 * answers before it stores has lost the last of them.
 */
export async function reuseAfterRestart(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, beforeBreaks, restart } = context;
  const sent = [...beforeBreaks].map((request) => ({ request, cascade: profile.cascades[0] }));
  if (restart !== undefined) {
    const plain: Scenario = { ...scenario, when: {} };
    for (let count = 0; count < beforeRestart; count += 1) {
      const built = requireCase(context, scenario, buildCase(profile, plain));
      if (built === undefined) return;
      if (isAccepted(await target.send(built.request))) sent.push(built);
    }
    const failure = await restart().catch((error: Error) => error.message);
    if (typeof failure === 'string') return skip(context, scenario, failure);
  }
  if (sent.length === 0)
    return skip(context, scenario, 'no connection broke, and --restart names no command that restarts it');
  for (const { request, cascade } of sent) {
    if (cascade === undefined) continue;
    const verdict = judgeAnswer(scenario.expects, await target.send(request), cascade);
    context.recorder.record({ scenario, request, verdict });
  }
}

/** The same request many times at once: one is accepted, the others are refused as the scenario says (§2.1). */
export async function oneOfMany(context: PhaseContext, scenario: Scenario): Promise<void> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return;
  const { request, expectation, cascade } = built;
  const times = scenario.given.times ?? 50;
  const outcomes = await Promise.all(Array.from({ length: times }, () => context.target.send(request)));
  const accepted = outcomes.filter(isAccepted).length;
  const faults = outcomes
    .filter((outcome) => !isAccepted(outcome))
    .map((outcome) => judgeAnswer(expectation, outcome, cascade))
    .flatMap((verdict) => (verdict.kind === 'mismatch' ? verdict.faults : []));
  const count: readonly AnswerFault[] =
    accepted === 1 ? [] : [errorOf('state', `1 of ${times} accepted`, `${accepted} of ${times} accepted`)];
  context.recorder.record({ scenario, request, verdict: verdictOf([...count, ...faults]) });
}

/** Many different requests at once: each is judged for itself. */
export async function manyAtOnce(context: PhaseContext, scenario: Scenario): Promise<void> {
  const make = () => buildCase(context.profile, scenario);
  if (requireCase(context, scenario, make()) === undefined) return;
  const cases = Array.from({ length: scenario.given.times ?? 50 }, make);
  await Promise.all(cases.map((each) => tryCase(context, scenario, each)));
}

/** A broken template, an unknown cascade, and a layout that some providers answer with 500 (§7.1). */
const refusals: readonly (readonly Edit[])[] = [
  [{ set: '{content}/text', to: '' }],
  [{ set: '/cascadeId', to: { $unknownCascade: true } }],
  [{ set: '/content', to: ['a list'] }],
];

/** For each refusal or failure a request that meets it, then a good one with the same id (§4.1 rule 6, ADR-0007). */
export async function refusedId(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target } = context;
  for (const edits of refusals) {
    const broken = requireCase(context, scenario, buildCase(profile, { ...scenario, when: { edits } }));
    if (broken === undefined) return;
    if (isAccepted(await target.send(broken.request)))
      return skip(context, scenario, 'the request that was to be refused was accepted');
    await tryCase(context, scenario, buildCase(profile, scenario, broken.requestId));
  }
}

type Other = NonNullable<Profile['otherAccount']>;

/** Another account uses its own cascade; after that, our account must still be refused it (§2.1). */
export function otherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  return afterTheOther(context, scenario, (_, { cascade }) => {
    const profile = { ...context.profile, cascades: [cascade] };
    return buildCase(profile, { ...scenario, given: { base: baseOf(cascade) } });
  });
}

/** Another account uses an id; after that, our account may use it as well (ADR-0007). */
export function idOfOtherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  return afterTheOther(context, scenario, ({ requestId }) => buildCase(context.profile, scenario, requestId));
}

/** A request of the other account that is accepted, and one of ours that has something in common with it. */
async function afterTheOther(
  context: PhaseContext,
  scenario: Scenario,
  make: (theirs: Case, other: Other) => Case | Unavailable,
): Promise<void> {
  const { profile, target } = context;
  const { otherAccount: other } = profile;
  if (other === undefined) return skip(context, scenario, lacking('/otherAccount'));
  const { cascade, key } = other;
  const their = { ...profile, cascades: [cascade], keys: { ...profile.keys, good: key } };
  const built = buildCase(their, { ...scenario, given: { base: baseOf(cascade) } });
  const theirs = requireCase(context, scenario, built);
  if (theirs === undefined) return;
  const outcome = await target.send(theirs.request);
  if (!isAccepted(outcome))
    return recordRefusal(
      context,
      scenario,
      theirs,
      outcome,
      'the request of the other account was not accepted',
    );
  await tryCase(context, scenario, make(theirs, other));
}

function baseOf({ stages }: Other['cascade']): string {
  return `text on ${[...new Set(stages.map(({ channel }) => channel))].join('+')}`;
}

/** A message to each further address of the profile: phone numbers differ in country and length (§2.1). */
export async function otherAddresses(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile } = context;
  const { addresses } = profile;
  if (addresses === undefined)
    return skip(context, scenario, lacking('/addresses', 'the profile has no addresses beside address'));
  await inParallel(addresses, 8, async (address) => {
    const edits = [{ set: '/subscriberFilter/address', to: address }];
    await tryCase(context, scenario, buildCase(profile, { ...scenario, when: { edits } }));
  });
}

/** An accepted request, and what the success looks like (ADR-0001); the source shows none of it. */
export async function echo(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, recorder } = context;
  const built = requireCase(context, scenario, buildCase(profile, scenario));
  if (built === undefined) return;
  const { request, requestId, expectation, cascade } = built;
  const outcome = await target.send(request);
  const verdict = judgeAnswer(expectation, outcome, cascade);
  if (verdict.kind !== 'match' || 'none' in outcome) return recorder.record({ scenario, request, verdict });
  const { status, headers, text } = outcome;
  const body = parseJson(text);
  const type = headers['content-type'] ?? 'no media type';
  const isEcho = isObject(body) && body.requestId === requestId;
  const isAsAssumed = status === 200 && /^application\/json *(;|$)/i.test(type) && isEcho;
  const fault: AnswerFault = errorOf(
    'response-schema-conformance',
    `200, application/json, {"requestId":"${requestId}"} (ADR-0001)`,
    `${status}, ${type}, ${text}`,
  );
  recorder.record({ scenario, request, verdict: verdictOf(isAsAssumed ? [] : [fault]) });
}
