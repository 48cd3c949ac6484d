import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpRequest, Outcome } from '../../exchange/http-request.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type AnswerFault, type Verdict, verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import type { ProfileCascade } from '../../profile/profile.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { requireCase } from '../try-case.ts';
import { isAccepted } from './is-accepted.ts';

const path = '/api/messages/history';
/** A provider may take a moment until a new message is in its history. */
const patience = { attempts: 5, milliseconds: 400 };

/** Schedules a message, and asks for it by its requestId (ADR-0035). */
export async function findInHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const sent = await schedule(context, scenario);
  if (sent === undefined) return;
  const request = asking(sent.request, { requestId: sent.requestId });
  let outcome = await context.target.send(request);
  for (let attempt = 1; attempt < patience.attempts && isEmptyPage(outcome); attempt += 1) {
    await wait(patience.milliseconds);
    outcome = await context.target.send(request);
  }
  record(context, scenario, { request, outcome, cascade: sent.cascade }, (page) => {
    const { content } = page;
    const found =
      Array.isArray(content) &&
      content.length > 0 &&
      content.every((entry) => isAbout(entry, sent.requestId));
    const expected = `entries with the requestId ${sent.requestId}, a messageId and a deliveryStatus`;
    return found ? [] : [fault(expected, page)];
  });
}

/** No message has the id, so the page is empty. */
export async function missFromHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return;
  const request = asking(built.request, { requestId: randomUUID() });
  const outcome = await context.target.send(request);
  record(context, scenario, { request, outcome, cascade: built.cascade }, expectEmpty);
}

/** Another account asks for a message of ours, and must not see it. */
export async function historyOfOtherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { otherAccount } = context.profile;
  if (otherAccount === undefined) return skip(context, scenario, 'the profile has no otherAccount');
  const sent = await schedule(context, scenario);
  if (sent === undefined) return;
  const { headers } = sent.request;
  const theirs = { ...sent.request, headers: { ...headers, 'x-api-key': otherAccount.key } };
  const request = asking(theirs, { requestId: sent.requestId });
  const outcome = await context.target.send(request);
  record(context, scenario, { request, outcome, cascade: sent.cascade }, expectEmpty);
}

/** Filters that the contract does not allow are refused. */
export async function refuseHistory(context: PhaseContext, scenario: Scenario): Promise<void> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return;
  const { request, cascade } = built;
  const outcome = await context.target.send(request);
  record(context, scenario, { request, outcome, cascade }, () => []);
}

/** Our message, if it was accepted. */
async function schedule(context: PhaseContext, scenario: Scenario): Promise<Case | undefined> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return undefined;
  if (isAccepted(await context.target.send(built.request))) return built;
  skip(context, scenario, 'the message that was to be found was not accepted');
  return undefined;
}

function asking(request: HttpRequest, filter: JsonObject): HttpRequest {
  return { ...request, path, body: JSON.stringify(filter) };
}

interface Asked {
  readonly request: HttpRequest;
  readonly outcome: Outcome;
  readonly cascade: ProfileCascade;
}

/** Judges the answer and, if it is a page as expected, what the page holds. */
function record(
  context: PhaseContext,
  scenario: Scenario,
  { request, outcome, cascade }: Asked,
  judgePage: (page: JsonObject) => readonly AnswerFault[],
): void {
  const isAbsent = !('none' in outcome) && outcome.status === 404;
  if (isAbsent && context.profile.holds?.includes('ADR-0035') !== true) {
    skip(context, scenario, 'the provider has no message history (404)');
    return;
  }
  const verdict = judgeAnswer(scenario.expects, outcome, cascade);
  const page = 'none' in outcome ? undefined : parseJson(outcome.text);
  const isPage = verdict.kind === 'match' && scenario.expects.accepted === true;
  context.recorder.record({ scenario, request, verdict: isPage ? judge(page, judgePage) : verdict });
}

function judge(page: unknown, judgePage: (page: JsonObject) => readonly AnswerFault[]): Verdict {
  if (isObject(page) && typeof page.hasNext === 'boolean' && Array.isArray(page.content))
    return verdictOf(judgePage(page));
  return verdictOf([fault('an object with hasNext (a boolean) and content (a list)', page)]);
}

function expectEmpty(page: JsonObject): AnswerFault[] {
  const isEmpty = isEmptyContent(page.content) && page.hasNext === false;
  return isEmpty ? [] : [fault('{"hasNext":false,"content":[]}', page)];
}

function isEmptyPage(outcome: Outcome): boolean {
  const page = 'none' in outcome ? undefined : parseJson(outcome.text);
  return isObject(page) && isEmptyContent(page.content);
}

function isEmptyContent(content: unknown): boolean {
  return Array.isArray(content) && content.length === 0;
}

/** A requestId is compared as a UUID: letter case does not count (ADR-0007). */
function isAbout(entry: unknown, requestId: string): boolean {
  if (!isObject(entry)) return false;
  const isSame = String(entry.requestId).toLowerCase() === requestId.toLowerCase();
  const { messageId, deliveryStatus } = entry;
  return isSame && Number.isInteger(messageId) && typeof deliveryStatus === 'string' && deliveryStatus !== '';
}

function fault(expected: string, page: unknown): AnswerFault {
  const text = JSON.stringify(page) ?? 'not JSON';
  const actual = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return {
    check: 'response-schema-conformance',
    severity: 'error',
    expected: `${expected} (ADR-0035)`,
    actual,
  };
}
