import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerOrNone, HttpRequest } from '../../../exchange/http-request.ts';
import type { ProfileCascade } from '../../../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../../../json.ts';
import { type AnswerFault, errorOf, inconclusive, type Verdict, verdictOf } from '../../../oracle/fault.ts';
import { judgeAnswer } from '../../../oracle/judge-answer.ts';
import type { Case } from '../../../scenario/build-case.ts';
import { Ended, type Trial } from '../../phase-context.ts';

/** A page of the history (ADR-0035). */
export interface Page {
  readonly hasNext: boolean;
  readonly content: readonly JsonObject[];
}

/** A filter, and the judgement on its page. */
export interface Question {
  readonly filter: JsonObject;
  readonly judge: (page: Page) => readonly AnswerFault[];
}

/** A message of ours, and its latest entry. */
export interface Found {
  readonly sent: Case;
  readonly entry: JsonObject;
}

/** A provider may take a moment until a new message is in its history. */
const patience = { attempts: 5, milliseconds: 400 };

const path = '/api/messages/history';

/** Our message. @throws {Ended} if it was not accepted. */
export async function schedule(trial: Trial): Promise<Case> {
  const built = trial.build();
  await trial.accepted(built, 'the message that was to be found was not accepted');
  return built;
}

/** Schedules a message, if there is none yet, and waits until it is in the history. @throws {Ended} if it is not. */
export async function find(trial: Trial, message?: Case): Promise<Found> {
  const sent = message ?? (await schedule(trial));
  const request = asking(sent.request, { requestId: sent.requestId });
  const outcome = await askUntil(trial, request, ({ content }) => content.length > 0);
  const [entry] = pageOf(outcome)?.content ?? [];
  if (entry !== undefined) return { sent, entry };
  const missing = (page: Page) => [fault(`an entry with the requestId ${sent.requestId}`, page)];
  throw new Ended(verdictOn(trial, { outcome, cascade: sent.cascade }, missing), request);
}

/**
 * Asks one question after the other, up to the first that is not answered as it should be. Once there was a page, the
 * provider has a history, and 404 is a fault.
 */
export async function askAll(
  trial: Trial,
  { request: like, cascade }: Case,
  questions: readonly Question[],
): Promise<void> {
  let hasHistory = false;
  for (const { filter, judge } of questions) {
    const request = asking(like, filter);
    const outcome = await trial.target.send(request);
    const verdict = verdictOn(trial, { outcome, cascade, hasHistory }, judge);
    trial.record(verdict, request);
    if (verdict.kind !== 'match') return;
    hasHistory = true;
  }
}

/** The last answer: the first whose page is as wanted, or that of the last attempt. */
export async function askUntil(
  { target }: Trial,
  request: HttpRequest,
  isWanted: (page: Page) => boolean,
  { attempts, milliseconds } = patience,
): Promise<AnswerOrNone> {
  let outcome = await target.send(request);
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const page = pageOf(outcome);
    if (page === undefined || isWanted(page)) break;
    await wait(milliseconds);
    outcome = await target.send(request);
  }
  return outcome;
}

/** The question with the headers of that request. */
export function asking(request: HttpRequest, filter: JsonObject): HttpRequest {
  return { ...request, path, body: JSON.stringify(filter) };
}

interface Answered {
  readonly outcome: AnswerOrNone;
  readonly cascade: ProfileCascade;
  /** Known from answers before: 404 does not mean that the provider lacks the operation. */
  readonly hasHistory?: boolean;
}

/** The verdict on an answer and, if it is a page as expected, on what the page holds. */
export function verdictOn(
  { profile, scenario }: Trial,
  { outcome, cascade, hasHistory = false }: Answered,
  judge: Question['judge'],
): Verdict {
  const isAbsent = !('none' in outcome) && outcome.status === 404;
  if (isAbsent && !hasHistory && profile.holds?.includes('ADR-0035') !== true)
    return inconclusive('the provider has no message history (404)');
  const expected = judgeAnswer(scenario.expects, outcome, cascade);
  if (expected.kind !== 'match' || scenario.expects.accepted !== true) return expected;
  const page = pageOf(outcome);
  const noPage = () => [fault('an object with hasNext (a boolean) and content (a list of objects)', outcome)];
  return verdictOf(page === undefined ? noPage() : judge(page));
}

/** The page of an answer, if it is one. */
export function pageOf(outcome: AnswerOrNone): Page | undefined {
  const page = 'none' in outcome ? undefined : parseJson(outcome.text);
  if (!isObject(page)) return undefined;
  const { hasNext, content } = page;
  const isPage = typeof hasNext === 'boolean' && Array.isArray(content) && content.every(isObject);
  return isPage ? { hasNext, content } : undefined;
}

export function fault(expected: string, found: Page | AnswerOrNone): AnswerFault {
  const text = 'text' in found ? found.text : JSON.stringify(found);
  const actual = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return errorOf('response-schema-conformance', `${expected} (ADR-0035)`, actual);
}
