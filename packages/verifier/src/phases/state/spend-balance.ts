import { defined } from '../../defined.ts';
import type { AnswerOrNone, HttpRequest } from '../../exchange/http-request.ts';
import { isAccepted } from '../../exchange/http-request.ts';
import type { Profile } from '../../generated/profile.ts';
import { type AnswerFault, errorOf, verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase, type Case, withKey } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isUnavailable, lacking, lackingCascade, type Unavailable } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, skip, type Trial, tryScenario, untried } from '../phase-context.ts';

const beyond = 5;
const repeated =
  'more texts were accepted than keys.small affords, but to so few addresses that the provider may have returned money for repetitions; write more addresses than it affords';
/** How often each refused request is sent at most: if a refusal costs money, this many spend the account. */
const mostRefusals = 3;
/** How many texts show what one costs, before the refusals. */
const mostEarly = 2;

/**
 * Spends a small account: it pays for as many messages as it affords, concurrent ones included, and for no
 * more (§4.1 rule 5). Refused requests before that must have cost nothing (rule 6), and an accepted one the
 * price of one message (§1). A used id is refused before the balance is checked (rule 1). A provider may give
 * money back for a message that is not delivered, such as a repeated one (ADR-0012): only messages to
 * different addresses prove that it accepts too many.
 */
export async function spendBalance(trial: Trial): Promise<void> {
  const { profile, scenario, target, library } = trial;
  const { small } = profile.keys;
  const related = [scenario, ...library.filter(isRelated)];
  const giveUp = (why: string | Unavailable) => {
    for (const each of [...related, ...library.filter(isForEachStage)]) skip(trial, each, why);
  };
  if (small === undefined) return giveUp(lacking('/keys/small'));
  const addresses = [...new Set([profile.address, ...(profile.addresses ?? [])])];
  const make = (edited: Scenario = scenario, address = profile.address) =>
    ofAccount(buildCase({ ...profile, address }, edited), small.key);
  if (make() === undefined)
    return giveUp(lackingCascade(['SMS'], 'the profile has no text for a cascade of one SMS stage'));
  const to = recipients(addresses, small.affords);
  const cases = to.flatMap((address) => make(scenario, address) ?? []);
  // It pays before the refusals, where it pays for more than one message: had they cost anything, it would
  // not after them.
  const early: AnswerOrNone[] = [];
  for (const { request } of cases.slice(0, Math.min(small.affords - 1, mostEarly)))
    early.push(await target.send(request));
  if (early[0] !== undefined && !isAccepted(early[0]) && small.fresh !== true)
    return giveUp('keys.small is spent; top it up before each run');
  const dearer = library.find(isForEachStage);
  if (dearer && (await tryScenario(trial, dearer, (each) => reservesTooLittle(each, small, early.length))))
    return giveUp('the account of keys.small paid for a cascade that it cannot afford');
  const rounds = Array.from({ length: Math.min(small.affords, mostRefusals) });
  const refusals = rounds.flatMap(() => library.filter(isRefused).flatMap((each) => make(each) ?? []));
  const refused = await inParallel(refusals, 16, ({ request }) => target.send(request));
  if (refused.some(isAccepted)) return giveUp('a request that must be refused was accepted');
  const late = await Promise.all(cases.slice(early.length).map(({ request }) => target.send(request)));
  const outcomes = [...early, ...late];
  const accepted = outcomes.filter(isAccepted).length;
  if (accepted === 0 && small.fresh !== true) return giveUp('keys.small is spent; top it up before each run');
  const reached = new Set(outcomes.flatMap((outcome, at) => (isAccepted(outcome) ? [to[at]] : [])));
  recordSpending(trial, related, {
    cases,
    outcomes,
    accepted,
    different: reached.size,
    affords: small.affords,
    isDear: early.some((outcome) => !isAccepted(outcome)),
  });
  const used = cases.find((_, at) => outcomes[at] !== undefined && isAccepted(outcomes[at]));
  const pair = related.find(({ phase }) => phase === 'order');
  if (used === undefined || pair === undefined) return;
  const expects = { codes: ['requestId-is-not-unique'] };
  await tryScenario(trial, { ...pair, expects }, (each) => each.judge({ ...used, expectation: expects }));
}

/**
 * Whether an account that has paid for all its texts by SMS but one is accepted for a cascade that costs
 * more.
 */
async function reservesTooLittle(
  trial: Trial,
  { key, affords, fresh }: NonNullable<Profile['keys']['small']>,
  paid: number,
): Promise<boolean> {
  const cascades = trial.profile.cascades.filter(({ stages }) => stages.length > 1);
  const made = ofAccount(buildCase({ ...trial.profile, cascades }, trial.scenario), key);
  if (made === undefined)
    throw untried(lackingCascade(['SMS', 'CHATTWO'], 'the profile has no cascade of SMS and more'));
  if (affords - paid > 1 || (paid === 0 && fresh !== true))
    throw untried(
      `keys.small affords more than ${mostEarly + 1} texts, or a single text that an earlier run may have spent`,
    );
  const outcome = await trial.target.send(made.request);
  trial.record(judgeAnswer(made.expectation, outcome, made.cascade), made.request);
  return isAccepted(outcome);
}

/** The addresses of more messages than an account affords: all different, if there are enough for that. */
function recipients(addresses: readonly string[], affords: number): readonly string[] {
  const wanted = affords + beyond;
  const length = addresses.length > affords ? Math.min(wanted, addresses.length) : wanted;
  return Array.from({ length }, (_, at) => addresses[at % addresses.length] ?? '');
}

interface Spending {
  readonly cases: readonly Case[];
  readonly outcomes: readonly AnswerOrNone[];
  readonly accepted: number;
  /** To how many addresses the accepted messages go. */
  readonly different: number;
  readonly affords: number;
  /** Before the refusals, a message cost more than one. */
  readonly isDear: boolean;
}

function recordSpending(
  context: PhaseContext,
  [toZero, ...others]: readonly Scenario[],
  { cases, outcomes, accepted, different, affords, isDear }: Spending,
): void {
  const { recorder } = context;
  const request: HttpRequest | undefined = cases[0]?.request;
  const refused = cases.flatMap(({ expectation, cascade }, at) => {
    const outcome = outcomes[at];
    if (outcome === undefined || isAccepted(outcome)) return [];
    const verdict = judgeAnswer(expectation, outcome, cascade);
    return verdict.kind === 'mismatch' ? verdict.faults : [];
  });
  const count: AnswerFault = errorOf(
    'state',
    `${affords} of ${cases.length} messages accepted, which the account affords`,
    `${accepted} of ${cases.length} messages accepted`,
  );
  const free = others.find(({ phase }) => phase === 'state');
  const attempt = defined({ request });
  // Each refusal came as often as a small account affords texts: had one cost anything, nothing would be
  // left. One text before them does not show what a text costs, nor do three refusals spend a larger account:
  // either may be it.
  const isLess = accepted < affords;
  const isEither = isLess && accepted > 0 && (affords === 2 || affords > mostRefusals);
  const isCostly = isLess && (isEither || !isDear);
  if (toZero !== undefined && accepted > affords && different <= affords)
    skip(context, toZero, lacking('/addresses', repeated));
  else if (toZero !== undefined)
    recorder.record({
      ...attempt,
      scenario: toZero,
      verdict: verdictOf(
        accepted > affords || isEither || (isLess && isDear) ? [count, ...refused] : refused,
      ),
    });
  if (free !== undefined)
    recorder.record({ ...attempt, scenario: free, verdict: verdictOf(isCostly ? [count] : []) });
}

/** Refused whatever account sends it. */
function isRefused({ phase, given, when, expects: { codes, unclear } }: Scenario): boolean {
  const isSingle = phase === 'vectors' || phase === 'boundaries' || phase === 'text';
  const isOwn = given.key === undefined && when.headers === undefined && given.assumes === undefined;
  return isSingle && isOwn && codes !== undefined && unclear === undefined;
}

function isForEachStage({ given }: Scenario): boolean {
  return given.procedure === 'balance for each stage';
}

/** The other scenarios that this procedure judges. */
function isRelated({ phase, given }: Scenario): boolean {
  const isSpentFirst = phase === 'order' && given.breaks?.join() === '1,5';
  return given.procedure === 'refused costs nothing' || isSpentFirst;
}

function ofAccount(built: ReturnType<typeof buildCase>, key: string): Case | undefined {
  return isUnavailable(built) ? undefined : withKey(built, key);
}
