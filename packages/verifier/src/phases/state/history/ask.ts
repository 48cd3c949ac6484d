import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerOrNone, HttpRequest } from '../../../exchange/http-request.ts';
import { isAccepted } from '../../../exchange/http-request.ts';
import type { ProfileCascade } from '../../../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../../../json.ts';
import { type AnswerFault, errorOf, verdictOf } from '../../../oracle/fault.ts';
import { judgeAnswer } from '../../../oracle/judge-answer.ts';
import { buildCase, type Case } from '../../../scenario/build-case.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { type PhaseContext, recordRefusal, requireCase, skip } from '../../phase-context.ts';

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

/** Our message, if it was accepted. */
export async function schedule(context: PhaseContext, scenario: Scenario): Promise<Case | undefined> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return undefined;
  const outcome = await context.target.send(built.request);
  if (isAccepted(outcome)) return built;
  recordRefusal(context, scenario, built, outcome, 'the message that was to be found was not accepted');
  return undefined;
}

/** Schedules a message and waits until it is in the history; undefined after recording why it is not. */
export async function scheduleAndFind(context: PhaseContext, scenario: Scenario): Promise<Found | undefined> {
  const sent = await schedule(context, scenario);
  return sent && find(context, scenario, sent);
}

/** Waits until a message is in the history; undefined after recording why it is not. */
export async function find(
  context: PhaseContext,
  scenario: Scenario,
  sent: Case,
): Promise<Found | undefined> {
  const request = asking(sent.request, { requestId: sent.requestId });
  const outcome = await askUntil(context, request, ({ content }) => content.length > 0);
  const [entry] = pageOf(outcome)?.content ?? [];
  if (entry !== undefined) return { sent, entry };
  record(context, scenario, { request, outcome, cascade: sent.cascade }, (page) => [
    fault(`an entry with the requestId ${sent.requestId}`, page),
  ]);
  return undefined;
}

/**
 * Asks one question after the other, up to the first that is not answered as it should be. Once there was a page, the
 * provider has a history, and 404 is a fault.
 */
export async function askAll(
  context: PhaseContext,
  scenario: Scenario,
  { request: like, cascade }: Case,
  questions: readonly Question[],
): Promise<void> {
  let hasHistory = false;
  for (const { filter, judge } of questions) {
    const request = asking(like, filter);
    const outcome = await context.target.send(request);
    if (!record(context, scenario, { request, outcome, cascade, hasHistory }, judge)) return;
    hasHistory = true;
  }
}

/** The last answer: the first whose page is as wanted, or that of the last attempt. */
export async function askUntil(
  { target }: PhaseContext,
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

interface Exchange {
  readonly request: HttpRequest;
  readonly outcome: AnswerOrNone;
  readonly cascade: ProfileCascade;
  /** Known from answers before: 404 does not mean that the provider lacks the operation. */
  readonly hasHistory?: boolean;
}

/** Judges the answer and, if it is a page as expected, what the page holds. Returns whether all is as expected. */
export function record(
  context: PhaseContext,
  scenario: Scenario,
  { request, outcome, cascade, hasHistory = false }: Exchange,
  judge: Question['judge'],
): boolean {
  const isAbsent = !('none' in outcome) && outcome.status === 404;
  if (isAbsent && !hasHistory && context.profile.holds?.includes('ADR-0035') !== true) {
    skip(context, scenario, 'the provider has no message history (404)');
    return false;
  }
  const expected = judgeAnswer(scenario.expects, outcome, cascade);
  const isPage = expected.kind === 'match' && scenario.expects.accepted === true;
  const page = pageOf(outcome);
  const noPage = () => [fault('an object with hasNext (a boolean) and content (a list of objects)', outcome)];
  const verdict = isPage ? verdictOf(page === undefined ? noPage() : judge(page)) : expected;
  context.recorder.record({ scenario, request, verdict });
  return verdict.kind === 'match';
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
