import { setTimeout as wait } from 'node:timers/promises';
import type { Profile } from '../generated/profile.ts';
import { parseJson, titleIn } from '../json.ts';
import { errorOf } from '../oracle/fault.ts';
import type { ScenarioAttempt } from '../report/recorder.ts';
import { buildCase, type Case } from '../scenario/build-case.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import type { Target } from './create-target.ts';
import {
  type AnswerOrNone,
  type HttpRequest,
  isAccepted,
  type NoAnswer,
  type TargetAnswer,
} from './http-request.ts';

/** Why no other scenario can be judged; with an attempt if the target itself is at fault. */
export interface Obstacle {
  readonly reason: string;
  readonly attempt?: ScenarioAttempt;
  /** The place of the profile that has to be changed. */
  readonly pointer?: string;
}

/**
 * Sends one valid request, that of the scenario, to see whether the target can be judged; undefined if it
 * can.
 */
export async function probe(
  target: Target,
  profile: Profile,
  scenario: Scenario,
  onAnswer?: (outcome: AnswerOrNone, built: Case) => void,
): Promise<Obstacle | undefined> {
  const built = buildCase(profile, scenario);
  if (isUnavailable(built)) return { reason: built.unavailable };
  let outcome = await target.send(built.request);
  for (const milliseconds of pausesBetweenProbes) {
    if ('none' in outcome || outcome.status < 500 || isOwnFailure(outcome)) break;
    await wait(milliseconds);
    outcome = await target.send(built.request);
  }
  if ('none' in outcome)
    return { reason: `${target.url} cannot be judged: ${outcome.says}${otherScheme(target, outcome)}` };
  const not = await whyNotTheApi(target, built, outcome);
  if (not !== undefined)
    return { reason: `${target.url}${built.request.path} is not the cascade API: ${not}` };
  onAnswer?.(outcome, built);
  if (outcome.status !== 401) return undefined;
  const reason = `${target.url} does not take keys.good of the profile (401)`;
  const elsewhere = await otherPlaceOfKey(target, profile, built);
  if (elsewhere === undefined) return { reason, pointer: '/keys/good' };
  const fault = errorOf(
    'positive-data-acceptance',
    'acceptance (2xx) with the key in x-api-key',
    `401, and ${elsewhere.status} with the key in Authorization`,
  );
  const { request } = built;
  return { reason, attempt: { scenario, request, verdict: { kind: 'mismatch', faults: [fault] } } };
}

/** What else may be at the target: a request over plain HTTP to a TLS port is only cut off. */
function otherScheme({ url }: Target, { none }: NoAnswer): string {
  return none === 'closed' && url.startsWith('http:') ? '; if it speaks TLS there, try https://' : '';
}

/** A 5xx that does not last does not count. */
const pausesBetweenProbes = [200, 800];

const baseAddress = 'check the base address (--target), without /api/cascade/schedule';

/**
 * Is this the API at all? What answers a valid request as no implementation would, whatever the key and the
 * profile, is not judged by any clause. A success may have any body, so HTML is one only if a request without
 * a key is refused.
 */
async function whyNotTheApi(
  target: Target,
  { request }: Case,
  answer: TargetAnswer,
): Promise<string | undefined> {
  const { status, headers, text } = answer;
  if (status >= 300 && status < 400)
    return `it redirects (${status}) to ${headers.location ?? 'no address'}; ${baseAddress}, or whether a login comes first`;
  if (nowhere.has(status) || (elsewhere.has(status) && titleIn(text) === undefined && !isHtml(headers)))
    return (await hasOtherOperation(target, request))
      ? undefined
      : `it answers ${status} there; ${baseAddress}`;
  if (/HTTP request .*HTTPS (server|port)/i.test(text)) return 'it speaks TLS there: try https://';
  const isPage = isHtml(headers);
  if (status >= 500 && !isOwnFailure(answer))
    return `it answers ${status} each of ${pausesBetweenProbes.length + 1} times; ${baseAddress}, and whether the provider runs behind it`;
  if (!isPage) return undefined;
  const { 'x-api-key': _, ...keyless } = request.headers;
  const other = status >= 300 ? undefined : await target.send({ ...request, headers: keyless });
  if (other !== undefined && !('none' in other) && !isAccepted(other)) return undefined;
  return `it answers ${status} with a page (text/html); ${baseAddress}, or whether a login comes first`;
}

/**
 * Statuses of a path that is not there; and those with which other servers refuse a path, without a problem
 * body.
 */
const nowhere: ReadonlySet<number> = new Set([404, 501]);
const elsewhere: ReadonlySet<number> = new Set([403, 405, 410]);

/** What the API says of itself if it fails (§7.1): it is there, and is judged. */
function isOwnFailure({ status, text }: TargetAnswer): boolean {
  return status === 500 && titleIn(text) === 'system-error';
}

/** Operations that only read (ADR-0013, ADR-0035). */
const readingPaths = ['/api/cascade/get-all', '/api/messages/history'];

/** Whether another operation answers below the same address: then scheduling alone is elsewhere. */
async function hasOtherOperation(target: Target, { headers }: HttpRequest): Promise<boolean> {
  for (const path of readingPaths) {
    const outcome = await target.send({ method: 'POST', path, headers, body: '{}' });
    if (!('none' in outcome) && isAccepted(outcome) && typeof parseJson(outcome.text) === 'object')
      return true;
  }
  return false;
}

function isHtml(headers: TargetAnswer['headers']): boolean {
  return /^\s*text\/html/i.test(headers['content-type'] ?? '');
}

/** If the key is accepted in another header, the target reads the wrong header. */
async function otherPlaceOfKey(
  target: Target,
  profile: Profile,
  { scenario, request }: Case,
): Promise<{ readonly status: number } | undefined> {
  const { 'x-api-key': key = '', ...headers } = request.headers;
  for (const authorization of [key, `Bearer ${key}`]) {
    const fresh = buildCase(profile, scenario);
    if (isUnavailable(fresh)) return undefined;
    const outcome = await target.send({ ...fresh.request, headers: { ...headers, authorization } });
    if (!('none' in outcome) && isAccepted(outcome)) return outcome;
  }
  return undefined;
}
