import { canonicalProblemCode } from '@cascade/types';
import type { ClientProfile } from '../../generated/consumer-profile.ts';
import { type AnswerFault, errorOf } from '../../oracle/fault.ts';
import type { Met, Outcome } from '../../scenario/scenario.ts';
import { codeOf, endsCall, outcomeOf } from './call-outcome.ts';
import type { Attempt, Stray } from './scripted-provider.ts';

/** How a client ended: 0 scheduled, 1 refused, 2 unknown; null if it was killed. */
export interface ClientRun {
  readonly code: number | null;
  /** Its standard output, which names the code of a refusal. */
  readonly out: string;
  readonly err?: string;
}

/** One run of a client, and what its provider saw. */
export interface PlayedCall {
  readonly script: readonly Met[];
  readonly run: ClientRun;
  readonly attempts: readonly Attempt[];
  readonly strays: readonly Stray[];
  readonly endedAt: number;
  /** The API key that the client was given. */
  readonly key: string;
  /** The request id that the caller gave. */
  readonly given?: string;
}

const outcomes: Readonly<Record<string, Outcome>> = { 0: 'scheduled', 1: 'not-scheduled', 2: 'unknown' };
const codes: Readonly<Record<Outcome, number>> = { scheduled: 0, 'not-scheduled': 1, unknown: 2 };

/** What the program said of the message, held against the attempts that were really answered. */
export function judgeEnd(played: PlayedCall, { keepsUsed = false }: ClientProfile): AnswerFault[] {
  const { script, run, attempts, given } = played;
  const reached = attempts.map(({ met }) => met);
  if (reached.length === 0 && script.every(({ refuses }) => !refuses))
    return [faultOf('a request to /api/cascade/schedule', `no request, and ${endOf(run)}`)];
  const outcome = outcomeOf(reached, { isOfCaller: given !== undefined, keepsUsed });
  const code = outcome === 'not-scheduled' ? codeOf(reached.at(-1)) : undefined;
  const wanted = `the end code ${codes[outcome]} (${wordsOf[outcome]})`;
  if (outcomes[String(run.code)] !== outcome) return [faultOf(wanted, endOf(run))];
  if (code === undefined || isToldIn(run.out, code)) return [];
  return [faultOf(`${wanted} and ${code} on the standard output`, endOf(run))];
}

/** In either spelling: a client may report one of them for both. */
function isToldIn(out: string, code: string): boolean {
  const told = out.split(/[^\w'-]+/).map(canonicalProblemCode);
  return out.includes(code) || told.includes(canonicalProblemCode(code));
}

const wordsOf: Readonly<Record<Outcome, string>> = {
  scheduled: 'scheduled',
  'not-scheduled': 'not scheduled',
  unknown: 'unknown',
};

/** What the source asks of each request (§4.1, §5). */
export function judgeHeaders({ attempts, key }: PlayedCall): AnswerFault[] {
  const other = attempts.find((attempt) => attempt.key !== key);
  const odd = attempts.find(({ mediaType }) => !/^application\/json *(;|$)/i.test(mediaType));
  const came = other?.key === '' ? 'none' : 'another key';
  return [
    ...(other
      ? [faultOf('the API key in x-api-key', came, { clause: '5/every-request', cause: 'no key' })]
      : []),
    ...(odd ? [faultOf('Content-Type: application/json', odd.mediaType || 'none', mediaTypeFault)] : []),
  ];
}

const mediaTypeFault = { clause: '4.1/header-content-type', cause: 'media type' };

/** What was sent, and when (ADR-0060). */
export function judgeSent(played: PlayedCall, profile: ClientProfile): AnswerFault[] {
  return [
    ...judgeRedirects(played),
    ...judgeRepeats(played, profile),
    ...judgeWaits(played),
    ...judgeTimes(played, profile),
  ];
}

function judgeRedirects({ strays, attempts }: PlayedCall): AnswerFault[] {
  if (attempts.every(({ met }) => met.answer?.location === undefined)) return [];
  const elsewhere = strays.filter(({ isElsewhere }) => isElsewhere);
  const withKey = elsewhere.find(({ hasKey }) => hasKey);
  if (withKey !== undefined)
    return [
      faultOf('the key at the host of the base address only', `another host got ${withKey.says}`, keyLeaks),
    ];
  const [followed] = strays;
  if (followed === undefined) return [];
  const where = followed.isElsewhere ? 'another host got' : 'the provider got';
  return [faultOf('a redirect that is not followed', `${where} ${followed.says}`, { cause: 'redirect' })];
}

const keyLeaks = { clause: '5/every-request', cause: 'key at another host' };

function judgeRepeats({ attempts, given }: PlayedCall, { attempts: most }: ClientProfile): AnswerFault[] {
  const [first, ...others] = attempts;
  if (first === undefined) return [];
  const faults: AnswerFault[] = [];
  const isNew = { clause: '2.1/requestId-new', cause: 'another request id' };
  const odd = others.find(({ requestId }) => requestId !== first.requestId);
  const wanted = given ?? first.requestId;
  if (first.requestId !== wanted || odd !== undefined)
    faults.push(
      faultOf(`the request id ${wanted} in each attempt`, (odd ?? first).requestId || 'none', isNew),
    );
  else if (others.some(({ body }) => body !== first.body))
    faults.push(
      faultOf('the same bytes in each attempt', 'a repeat has another body', { cause: 'another body' }),
    );
  const end = attempts.findIndex(({ met }) => endsCall(met));
  if (end !== -1 && end < attempts.length - 1) {
    const after = `${attempts.length - end - 1} after ${saysOf(attempts[end]?.met)}`;
    faults.push(
      faultOf('no further attempt after a success or a refusal', after, { cause: 'repeat of what is done' }),
    );
  }
  if (most !== undefined && attempts.length > most)
    faults.push(
      faultOf(`${most} attempts at most, by its profile`, `${attempts.length}`, { cause: 'attempts' }),
    );
  return faults;
}

/** Clocks of two processes differ a little. */
const tolerance = 100;

function judgeWaits({ attempts }: PlayedCall): AnswerFault[] {
  return attempts.flatMap(({ againAt = 0, met }, index) => {
    const next = attempts[index + 1];
    if (next === undefined || next.arrivedAt >= againAt - tolerance) return [];
    const early = `${inSeconds(againAt - next.arrivedAt)} too early`;
    return [faultOf(`no attempt before Retry-After (${retryAfterOf(met)})`, early, { cause: 'Retry-After' })];
  });
}

/** How long an attempt may take with that time-out: programs and this machine may be slow. */
export function mostMilliseconds(timeoutSeconds: number): number {
  return timeoutSeconds * 1_000 + Math.max(2_000, timeoutSeconds * 500);
}

/** An attempt ends when its connection closes, the next one begins, or the program ends. */
function judgeTimes({ attempts, endedAt }: PlayedCall, { timeoutSeconds }: ClientProfile): AnswerFault[] {
  if (timeoutSeconds === undefined) return [];
  const most = mostMilliseconds(timeoutSeconds);
  return attempts.flatMap(({ met, arrivedAt, closedAt = endedAt }, index) => {
    if (!met.silent && !met.drips) return [];
    const took = Math.min(closedAt, attempts[index + 1]?.arrivedAt ?? endedAt, endedAt) - arrivedAt;
    if (took <= most) return [];
    const wanted = `an attempt that ends after ${timeoutSeconds} s, by its profile`;
    return [
      faultOf(wanted, `it took ${inSeconds(took)}`, { cause: met.drips ? 'time-out per read' : 'time-out' }),
    ];
  });
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** The requests of a run with their answers, and its end, without key and content. */
export function exchangeOf({ run, attempts, strays, script }: PlayedCall): string[] {
  const refused = script.some(({ refuses }) => refuses) ? ['at first no connection is accepted'] : [];
  const sent = attempts.map(
    ({ requestId, body, met }, index) =>
      `attempt ${index + 1}: POST /api/cascade/schedule with the request id ${requestId} and ${Buffer.byteLength(body)} bytes: ${saysOf(met)}`,
  );
  const strayed = strays.map(
    ({ isElsewhere, says }) => `${isElsewhere ? 'another host' : 'the provider'} got ${says}`,
  );
  return [...refused, ...sent, ...strayed, endOf(run)];
}

/** A date is written by how far it is ahead. */
function retryAfterOf({ answer }: Pick<Met, 'answer'>): string {
  return answer?.retryAfter?.replace(/^\{\{inSeconds\}\} (\d+)$/, 'a date $1 seconds ahead') ?? 'none';
}

function saysOf(met: Met | undefined): string {
  const { answer, breaks, drips } = met ?? {};
  if (met?.silent) return 'no answer';
  if (breaks === 'before the answer') return `the connection broke ${breaks}`;
  const { status, location, body = '', encoding } = answer ?? {};
  const parts = [
    `status ${status}`,
    ...(location === undefined
      ? []
      : [`location ${location.replace('{{anotherHost}}', 'http://another-host')}`]),
    ...(encoding === undefined ? [] : [`content-encoding ${encoding}`]),
    ...(answer?.retryAfter === undefined ? [] : [`retry-after ${retryAfterOf({ answer })}`]),
    ...(body === '' ? [] : [body]),
    ...(drips === undefined ? [] : [`byte by byte ${drips}`]),
    ...(breaks === undefined ? [] : [`broken off ${breaks}`]),
  ];
  return parts.join(', ');
}

export function endOf({ code, out, err = '' }: ClientRun): string {
  const said = `${out}${err}`.trim().slice(-300);
  return `it ended with ${code ?? 'no code in time'}${said === '' ? '' : ` and '${said}'`}`;
}

interface More {
  readonly clause?: string;
  readonly cause?: string;
}

export function faultOf(expected: string, actual: string, more: More = {}): AnswerFault {
  const { clause, cause } = more;
  const fault = errorOf('client', expected, actual, clause);
  return cause === undefined ? fault : { ...fault, cause };
}
