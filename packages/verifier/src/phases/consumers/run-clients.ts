import { randomUUID } from 'node:crypto';
import { defined } from '../../defined.ts';
import type { ClientProfile } from '../../generated/consumer-profile.ts';
import { type AnswerFault, inconclusive, verdictOf } from '../../oracle/fault.ts';
import type { Recorder, ScenarioAttempt } from '../../report/recorder.ts';
import type { Met, Scenario } from '../../scenario/scenario.ts';
import { inParallel } from '../in-parallel.ts';
import { outcomeOf } from './call-outcome.ts';
import {
  type ClientRun,
  endOf,
  exchangeOf,
  faultOf,
  judgeEnd,
  judgeHeaders,
  judgeSent,
  mostMilliseconds,
  type PlayedCall,
} from './judge-call.ts';
import { type AnotherHost, startAnotherHost, startScriptedProvider } from './scripted-provider.ts';

type Variable = 'CASCADE_URL' | 'CASCADE_API_KEY' | 'CASCADE_ID' | 'CASCADE_REQUEST_ID' | 'CASCADE_TIMEOUT';

/**
 * Schedules one message at CASCADE_URL, with CASCADE_API_KEY and the cascade CASCADE_ID, which has an SMS
 * stage. The arguments are those of the profile for a request id of the caller.
 */
export type Client = (
  variables: Readonly<Partial<Record<Variable, string>>>,
  args: readonly string[],
) => Promise<ClientRun>;

interface ClientContext {
  readonly client: Client;
  readonly profile: ClientProfile;
  readonly scenarios: readonly Scenario[];
  readonly recorder: Recorder;
  /** Whether the program follows the decision, so that it may be asked of it. */
  readonly holds: (decision: string) => boolean;
  readonly runsAtOnce: number;
  readonly signal?: AbortSignal;
}

/** What every run of the client needs. */
interface Trial extends ClientContext {
  readonly another: AnotherHost;
  /** How long no connection is accepted where a script wants it: until a first attempt has come. */
  readonly closedMilliseconds: number;
  /** The request ids that earlier runs made. */
  readonly used: Set<string>;
}

const accepted: Met = {
  answer: { status: 200, type: 'application/json', body: '{"requestId":"{{requestId}}"}' },
};

/** Plays each scenario to a run of the client; returns the reason if it cannot be judged. */
export async function runClients(context: ClientContext): Promise<string | undefined> {
  const another = await startAnotherHost();
  const trial = { ...context, another, closedMilliseconds: 0, used: new Set<string>() };
  const { scenarios, recorder, runsAtOnce, signal } = context;
  try {
    const begin = performance.now();
    const first = await play([accepted], {}, trial);
    const [attempt] = first.attempts;
    if (first.run.code !== 0 || attempt === undefined)
      return `the client must end with 0 once its request is accepted; ${endOf(first.run)}, after ${first.attempts.length} requests`;
    trial.used.add(attempt.requestId.toLowerCase());
    trial.closedMilliseconds = 2 * (attempt.arrivedAt - begin) + 200;
    // The slow ones first: most of their time is waiting.
    const slowFirst = scenarios.toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
    await inParallel(slowFirst, runsAtOnce, async (scenario) => {
      if (!signal?.aborted) recorder.record(await judge(scenario, trial));
    });
  } finally {
    await another.close();
  }
  return undefined;
}

function isSlow({ when: { attempts = [] } }: Scenario): boolean {
  return attempts.some(
    ({ silent, drips, answer, refuses }) => silent || drips || refuses || answer?.retryAfter,
  );
}

async function judge(scenario: Scenario, trial: Trial): Promise<ScenarioAttempt> {
  const why = whyNot(scenario, trial.profile);
  if (why !== undefined) return { scenario, verdict: inconclusive(why) };
  const faults: AnswerFault[] = [];
  const told = new Set<string>();
  let exchange: string[] = [];
  for (const script of scriptsOf(scenario)) {
    const given = scenario.given.id === 'caller' ? { given: randomUUID() } : {};
    const played = await play(script, given, trial);
    const found = [
      ...judgeEnd(played, trial.profile),
      ...judgeHeaders(played),
      ...(trial.holds('ADR-0060') ? judgeSent(played, trial.profile) : []),
      ...judgeNewId(played, trial.used),
    ];
    if (faults.length === 0) exchange = exchangeOf(played);
    faults.push(...found);
    told.add(played.run.out.replaceAll(codesOf(scenario), 'CODE').replaceAll(uuids, 'ID').trim());
    if (found.length === 0 && wantsWait(script) && played.attempts.length < 2)
      return { scenario, verdict: inconclusive('the client did not repeat, so it had nothing to wait for') };
  }
  if (faults.length === 0 && scenario.when.answers !== undefined && told.size > 1)
    faults.push(faultOf('the same output for each of the codes', [...told].join('; ')));
  return { scenario, verdict: verdictOf(faults), exchange };
}

const uuids = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;

function codesOf({ when: { answers = [] } }: Scenario): RegExp {
  return new RegExp(answers.map(({ body }) => String(body.title)).join('|') || '(?!)', 'g');
}

/** One call of a scenario, or a call for each of its answers. */
function scriptsOf({ when: { attempts, answers = [] } }: Scenario): readonly (readonly Met[])[] {
  if (attempts !== undefined) return [attempts];
  return answers.map(({ status, body }) => [
    { answer: { status, type: 'application/problem+json', body: JSON.stringify(body) } },
  ]);
}

/** What the profile does not promise, if the scenario rests on it. */
function whyNot({ given, when: { attempts = [] } }: Scenario, profile: ClientProfile): string | undefined {
  const { takesRequestId, requestIdArguments, keepsUsed = false, timeoutSeconds, attempts: most } = profile;
  const isOfCaller = given.id === 'caller';
  if (isOfCaller && !takesRequestId && requestIdArguments === undefined)
    return 'the profile has no client.takesRequestId and no client.requestIdArguments';
  const kept = outcomeOf(attempts, { isOfCaller, keepsUsed: true });
  const lost = outcomeOf(attempts, { isOfCaller, keepsUsed: false });
  if (kept !== lost && keepsUsed !== (given.keepsUsed ?? false))
    return `the profile ${keepsUsed ? 'has' : 'does not have'} client.keepsUsed: true`;
  if (attempts.some(({ silent, drips }) => silent ?? drips) && timeoutSeconds === undefined)
    return 'the profile has no client.timeoutSeconds';
  if (attempts.length > 1 && most === 1)
    return 'the profile says that the client repeats nothing (client.attempts: 1)';
  return undefined;
}

function wantsWait(script: readonly Met[]): boolean {
  return script.some(({ answer }) => answer?.retryAfter !== undefined);
}

/** Each message has a request id of its own (§2.1). */
function judgeNewId({ attempts: [first], given }: PlayedCall, used: Set<string>): AnswerFault[] {
  if (first === undefined || given !== undefined) return [];
  const { requestId } = first;
  const isNew = !used.has(requestId.toLowerCase());
  used.add(requestId.toLowerCase());
  if (isNew) return [];
  const actual = requestId === '' ? 'none' : `${requestId}, which an earlier call had`;
  return [faultOf('a new request id', actual, { clause: '2.1/requestId-new', cause: 'used request id' })];
}

/** Runs the client once. */
async function play(
  script: readonly Met[],
  { given }: { readonly given?: string },
  { client, another, closedMilliseconds, profile: { timeoutSeconds, requestIdArguments = [] } }: Trial,
): Promise<PlayedCall> {
  // Longer than the client may take, so that it is seen to take longer.
  const openMilliseconds = mostMilliseconds(timeoutSeconds ?? 0) + 500;
  const provider = await startScriptedProvider({ script, closedMilliseconds, openMilliseconds, another });
  const key = `verify-${randomUUID()}`;
  const asked = given === undefined ? {} : { CASCADE_REQUEST_ID: given };
  const limit = timeoutSeconds === undefined ? {} : { CASCADE_TIMEOUT: String(timeoutSeconds) };
  try {
    const run = await client(
      { CASCADE_URL: provider.url, CASCADE_API_KEY: key, CASCADE_ID: '2002', ...asked, ...limit },
      given === undefined ? [] : requestIdArguments.map((arg) => arg.replaceAll('{requestId}', given)),
    );
    const hidden = (text: string) => text.replaceAll(key, '<API_KEY>');
    const said = { code: run.code, out: hidden(run.out), err: hidden(run.err ?? '') };
    const { attempts, strays } = provider;
    return {
      script,
      run: said,
      attempts: [...attempts],
      strays: strays(),
      endedAt: performance.now(),
      key,
      ...defined({ given }),
    };
  } finally {
    await provider.close();
  }
}
