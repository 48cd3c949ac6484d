import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Target } from '../../exchange/create-target.ts';
import { type AnswerOrNone, type HttpRequest, isAccepted } from '../../exchange/http-request.ts';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Channel, Profile, ProfileCascade } from '../../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type AnswerFault, errorOf, inconclusive, type Verdict, verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import { contentFieldOf } from '../../scenario/resolve-base.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isUnavailable, lacking, lackingCascade } from '../../scenario/unavailable.ts';
import { provoke } from '../callback/callback-context.ts';
import { Ended, type PhaseContext, type Trial, untried } from '../phase-context.ts';

/** A page of the history (ADR-0035). */
interface Page {
  readonly hasNext: boolean;
  readonly content: readonly JsonObject[];
}

/** A filter, and the judgement on its page. */
interface Question {
  readonly filter: JsonObject;
  readonly judge: (page: Page) => readonly AnswerFault[];
}

/** A message of ours, and its latest entry. */
interface Found {
  readonly sent: Case;
  readonly entry: JsonObject;
}

/** A provider may take a moment until a new message is in its history. */
const patience = { attempts: 5, milliseconds: 400 };

const path = '/api/messages/history';

/** Our message. @throws {Ended} if it was not accepted. */
async function schedule(trial: Trial): Promise<Case> {
  const built = trial.build();
  await trial.accepted(built, 'the message that was to be found was not accepted');
  return built;
}

/**
 * Schedules a message, if there is none yet, and waits until it is in the history. @throws {Ended} if it is
 * not.
 */
async function find(trial: Trial, message?: Case): Promise<Found> {
  const sent = message ?? (await schedule(trial));
  const request = asking(sent.request, { requestId: sent.requestId });
  const outcome = await askUntil(trial, request, ({ content }) => content.length > 0);
  const [entry] = pageOf(outcome)?.content ?? [];
  if (entry !== undefined) return { sent, entry };
  const missing = (page: Page) => [fault(`an entry with the requestId ${sent.requestId}`, page)];
  throw new Ended(verdictOn(trial, { outcome, cascade: sent.cascade }, missing), request);
}

/**
 * Asks one question after the other, up to the first that is not answered as it should be. Once there was a
 * page, the provider has a history, and 404 is a fault.
 */
async function askAll(
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
async function askUntil(
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
function asking(request: HttpRequest, filter: JsonObject): HttpRequest {
  return { ...request, path, body: JSON.stringify(filter) };
}

interface Answered {
  readonly outcome: AnswerOrNone;
  readonly cascade: ProfileCascade;
  /** Known from answers before: 404 does not mean that the provider lacks the operation. */
  readonly hasHistory?: boolean;
}

/** The verdict on an answer and, if it is a page as expected, on what the page holds. */
function verdictOn(
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
function pageOf(outcome: AnswerOrNone): Page | undefined {
  const page = 'none' in outcome ? undefined : parseJson(outcome.text);
  if (!isObject(page)) return undefined;
  const { hasNext, content } = page;
  const isPage = typeof hasNext === 'boolean' && Array.isArray(content) && content.every(isObject);
  return isPage ? { hasNext, content } : undefined;
}

function fault(expected: string, found: Page | AnswerOrNone): AnswerFault {
  const text = 'text' in found ? found.text : JSON.stringify(found);
  const actual = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return errorOf('response-schema-conformance', `${expected} (ADR-0035)`, actual);
}

/** Schedules a message, and asks for it by its requestId (ADR-0035). */
export async function findInHistory(trial: Trial): Promise<void> {
  const sent = await schedule(trial);
  const { requestId, cascade } = sent;
  const request = asking(sent.request, { requestId });
  const outcome = await askUntil(trial, request, ({ content }) => content.length > 0);
  const verdict = verdictOn(trial, { outcome, cascade }, (page) => {
    const { content } = page;
    const isFound = content.length > 0 && content.every((entry) => isAbout(entry, requestId));
    return isFound
      ? []
      : [fault(`entries with the requestId ${requestId}, a messageId and a deliveryStatus`, page)];
  });
  trial.record(verdict, request);
}

/**
 * No message has the id, so the page is empty. The first question tells whether there is a history at all.
 */
export async function missFromHistory(trial: Trial): Promise<void> {
  await askAll(trial, trial.build(), [
    { filter: { limit: 1 }, judge: () => [] },
    { filter: { requestId: randomUUID() }, judge: expectEmpty },
    { filter: { messageId: Number.MAX_SAFE_INTEGER }, judge: expectEmpty },
  ]);
}

/** Another account asks for a message of ours, and must not see it. */
export async function historyOfOtherAccount(trial: Trial): Promise<void> {
  const { otherAccount, address } = trial.profile;
  if (otherAccount === undefined) throw untried(lacking('/otherAccount'));
  const { sent, entry } = await find(trial);
  const { requestId, request } = sent;
  const theirs = { ...request, headers: { ...request.headers, 'x-api-key': otherAccount.key } };
  const seesNone: Question['judge'] = (page) =>
    page.content.some((each) => isAbout(each, requestId)) ? [fault('no entry of another account', page)] : [];
  await askAll(trial, { ...sent, request: theirs }, [
    { filter: { requestId }, judge: expectEmpty },
    { filter: { messageId: entry.messageId }, judge: expectEmpty },
    { filter: { subscriberFilter: { address, type: 'PHONE' } }, judge: seesNone },
  ]);
}

/** Filters that the contract does not allow are refused. */
export async function refuseHistory(trial: Trial): Promise<void> {
  const { request, cascade } = trial.build();
  trial.record(
    verdictOn(trial, { outcome: await trial.target.send(request), cascade }, () => []),
    request,
  );
}

function expectEmpty(page: Page): AnswerFault[] {
  const isEmpty = page.content.length === 0 && !page.hasNext;
  return isEmpty ? [] : [fault('{"hasNext":false,"content":[]}', page)];
}

/** A requestId is compared as a UUID: letter case does not count (ADR-0007). */
function isAbout(entry: JsonObject, requestId: string): boolean {
  const isSame = String(entry.requestId).toLowerCase() === requestId.toLowerCase();
  const { messageId, deliveryStatus } = entry;
  return isSame && Number.isInteger(messageId) && typeof deliveryStatus === 'string' && deliveryStatus !== '';
}

/** Wide enough for clocks that differ, in milliseconds. */
const day = 86_400_000;

/**
 * Each filter finds a message of ours, or excludes it. The requestId is asked for as well, so other messages
 * of the account do not matter (ADR-0035).
 */
export async function filterHistory(trial: Trial): Promise<void> {
  const ours = await find(trial);
  const { requestId } = ours.sent;
  const { matching, excluding } = filters(trial.profile, ours);
  const questions = (some: readonly JsonObject[], judge: Question['judge']) =>
    some.map((filter): Question => ({ filter: { requestId, ...filter }, judge }));
  const judgeFound = expectOnly(requestId);
  await askAll(trial, ours.sent, [
    { filter: { messageId: ours.entry.messageId }, judge: judgeFound },
    ...questions(matching, judgeFound),
    ...questions(excluding, expectEmpty),
  ]);
}

/** Filters that find the message, and filters that exclude it. */
function filters(profile: Profile, { sent, entry }: Found) {
  const { address } = profile;
  const { messageId, subjectId } = entry;
  const [stage] = sent.cascade.stages;
  const channels: readonly Channel[] = ['SMS', 'CHATONE', 'CHATTWO'];
  const now = timeAt(profile, entry);
  const time = (difference: number) => new Date(now + difference).toISOString();
  const bySubject = (change: number) =>
    typeof subjectId === 'number' ? [{ subjectId: subjectId + change }] : [];
  const matching: readonly JsonObject[] = [
    { messageId },
    { subscriberFilter: { address, type: 'PHONE' } },
    { channelTypes: channels.filter((channel) => channel === stage?.channel) },
    { channelTypes: [] },
    { direction: 'OUT' },
    { dateFrom: time(-day) },
    { dateTo: time(day) },
    { dateFrom: time(-day), dateTo: time(day) },
    { sort: [{ property: 'messageId', direction: 'ASC' }] },
    ...bySubject(0),
  ];
  const excluding: readonly JsonObject[] = [
    { messageId: Number(messageId) + 1 },
    { subscriberFilter: { address: otherThan(address), type: 'PHONE' } },
    { channelTypes: channels.filter((channel) => channel !== stage?.channel) },
    { direction: 'IN' },
    { dateFrom: time(day) },
    { dateTo: time(-day) },
    ...bySubject(1),
  ];
  return { matching, excluding };
}

/** An earlier run may have put the clock of the provider forward; then a new message tells its time. */
function timeAt({ clock }: Profile, { statusAt }: JsonObject): number {
  const told = clock === undefined ? Number.NaN : Date.parse(String(statusAt));
  return Number.isNaN(told) ? Date.now() : told;
}

/** One digit differs. Nothing is sent there. */
function otherThan(address: string): string {
  const last = Number(address.at(-1));
  return `${address.slice(0, -1)}${(last + 1) % 10}`;
}

function expectOnly(requestId: string): Question['judge'] {
  return (page) => {
    const { content, hasNext } = page;
    const isFound = content.length > 0 && content.every((entry) => isAbout(entry, requestId)) && !hasNext;
    return isFound ? [] : [fault(`only the message with the requestId ${requestId}`, page)];
  };
}

/** Replicas may number the messages of one second in any order (ADR-0035). Milliseconds. */
const toBeLater = 1_100;

const pages = 'message history pages';

/** Sends the older message of {@link pageHistory} before all phases, so that none waits for its age. */
export async function sendOlder(
  target: Target,
  profile: Profile,
  planned: readonly Scenario[],
): Promise<PhaseContext['older']> {
  const scenario = planned.find(({ given }) => given.procedure === pages);
  const built = scenario && buildCase(profile, scenario);
  if (built === undefined || isUnavailable(built)) return undefined;
  const outcome = await target.send(built.request).catch((error: unknown) => {
    if (error instanceof OutageError) return undefined;
    throw error;
  });
  return outcome && isAccepted(outcome) ? { ...built, sentAt: performance.now() } : undefined;
}

/**
 * Two messages to the address, one after the other: pages of one entry, and both directions. Older messages
 * to the address do not matter, and neither do new ones from elsewhere in between. Messages in the right
 * order prove it at any age; in the wrong one they are judged only at an age at which the order counts.
 */
export async function pageHistory(trial: Trial): Promise<void> {
  const sent = trial.older ?? (await schedule(trial));
  const sentAt = trial.older?.sentAt ?? performance.now();
  const first = await find(trial, sent);
  const subscriberFilter = { address: trial.profile.address, type: 'PHONE' };
  const second = await sendSecond(trial, first, sentAt);
  const { requestId, cascade } = second.sent;
  if (cascade.stages.length > 1)
    throw untried(lackingCascade(['SMS'], 'the profile has no cascade of one stage'));
  const isNewestFirst = newestFirst(first, second);
  await askAll(trial, second.sent, [
    { filter: { subscriberFilter, limit: 1 }, judge: expectOneOfMore },
    { filter: { subscriberFilter, limit: 1, sort: by('ASC') }, judge: expectOther(second.entry.messageId) },
    { filter: { subscriberFilter, limit: 1_000 }, judge: isNewestFirst },
    { filter: { subscriberFilter, limit: 1_000, sort: by('DESC') }, judge: isNewestFirst },
    { filter: { requestId, limit: 1 }, judge: expectLast },
    { filter: { requestId, offset: 0 }, judge: expectLast },
    { filter: { requestId, offset: 1 }, judge: expectEmpty },
  ]);
}

/** A second message; another one once the first is old enough, if the order of both is wrong. */
async function sendSecond(trial: Trial, first: Found, sentAt: number): Promise<Found> {
  const second = await find(trial);
  const early = sentAt + toBeLater - performance.now();
  const subscriberFilter = { address: trial.profile.address, type: 'PHONE' };
  const request = asking(second.sent.request, { subscriberFilter, limit: 1_000 });
  const page = pageOf(await trial.target.send(request));
  const isInOrder = page !== undefined && newestFirst(first, second)(page).length === 0;
  if (isInOrder || early <= 0) return second;
  await wait(early);
  return find(trial);
}

/** The second message before the first, which is older. */
function newestFirst(first: Found, second: Found): Question['judge'] {
  const older = first.entry.messageId;
  const newer = second.entry.messageId;
  return (page) => {
    const ids = page.content.map(({ messageId }) => messageId);
    const at = ids.indexOf(older);
    const atNewer = ids.indexOf(newer);
    const isInOrder = atNewer >= 0 && (at < 0 ? page.hasNext : at > atNewer);
    return isInOrder ? [] : [fault(`message ${newer} before message ${older}, which is older`, page)];
  };
}

function by(direction: 'ASC' | 'DESC'): readonly JsonObject[] {
  return [{ property: 'messageId', direction }];
}

function expectOneOfMore(page: Page) {
  const isRight = page.content.length === 1 && page.hasNext;
  return isRight ? [] : [fault('one entry, and hasNext true', page)];
}

/** A message with one stage has one entry. */
function expectLast(page: Page) {
  const isRight = page.content.length === 1 && !page.hasNext;
  return isRight ? [] : [fault('one entry, and hasNext false', page)];
}

/** The oldest message is not the newest one. */
function expectOther(newest: unknown): Question['judge'] {
  return (page) => {
    const [entry] = page.content;
    const isRight = page.content.length === 1 && entry?.messageId !== newest;
    return isRight ? [] : [fault(`the oldest message, not ${newest}`, page)];
  };
}

/** An entry repeats what was sent. Members that an entry may lack are judged where they are (ADR-0035). */
export async function entryOfHistory(trial: Trial): Promise<void> {
  const { sent, entry } = await find(trial);
  const expected = membersOf(sent);
  const judge = (page: Page) => {
    const wrong = page.content.flatMap((each) => faultsOf(each, expected, page));
    const isOther = page.content.some(({ messageId }) => messageId !== entry.messageId);
    return isOther ? [fault(`the messageId ${entry.messageId} as before`, page)] : wrong.slice(0, 1);
  };
  await askAll(trial, sent, [{ filter: { requestId: sent.requestId }, judge }]);
}

/** A message that is provoked to fail is UNDELIVERED in the history, with its reason (ADR-0035). */
export async function statusInHistory(trial: Trial): Promise<void> {
  const { reasons = {}, withinSeconds = 5 } = trial.profile.callback ?? {};
  const [found] = Object.entries(reasons).filter(([, { twice }]) => twice === undefined);
  if (found === undefined) throw untried(lacking('/callback/reasons'));
  const [reason, provocation] = found;
  const sent = await provoke(trial, provocation, 'the message that was to fail was not accepted');
  const isUndelivered = ({ deliveryStatus, error }: JsonObject) =>
    deliveryStatus === 'UNDELIVERED' && error === reason;
  const request = asking(sent.request, { requestId: sent.requestId });
  const outcome = await askUntil(trial, request, ({ content }) => content.some(isUndelivered), {
    attempts: withinSeconds * 5,
    milliseconds: 200,
  });
  const verdict = verdictOn(trial, { outcome, cascade: sent.cascade }, (page) =>
    page.content.some(isUndelivered)
      ? []
      : [fault(`deliveryStatus UNDELIVERED with error ${reason} within ${withinSeconds} s`, page)],
  );
  trial.record(verdict, request);
}

/** What the entry of a message to one channel has, as far as the request says. */
function membersOf({ request, cascade }: Case): JsonObject {
  const body = parseJson(request.body);
  const { comment, content, subscriberFilter } = isObject(body) ? body : {};
  const channelType = cascade.stages[0]?.channel;
  return {
    ...(comment === undefined ? {} : { comment }),
    direction: 'OUT',
    channelType,
    cascadeId: cascade.id,
    address: isObject(subscriberFilter) ? subscriberFilter.address : undefined,
    content: isObject(content) && channelType !== undefined ? content[contentFieldOf(channelType)] : {},
  };
}

function faultsOf(entry: JsonObject, expected: JsonObject, page: Page): readonly AnswerFault[] {
  const { deliveryStatus, statusAt = new Date().toISOString(), error } = entry;
  const wrong = Object.keys(expected)
    .filter((name) => entry[name] !== undefined && !isSame(entry[name], expected[name]))
    .map((name) => fault(`${name} ${JSON.stringify(expected[name])}`, page));
  return [
    ...wrong,
    ...(Number.isNaN(Date.parse(String(statusAt))) ? [fault('statusAt as ISO 8601', page)] : []),
    ...(typeof error === 'string' && deliveryStatus !== 'UNDELIVERED'
      ? [fault('an error with UNDELIVERED alone', page)]
      : []),
  ];
}

/** Content may be deleted, and a provider may add members to it. */
function isSame(actual: unknown, expected: unknown): boolean {
  if (!isObject(expected)) return JSON.stringify(actual) === JSON.stringify(expected);
  if (actual === null) return true;
  return isObject(actual) && Object.keys(expected).every((name) => isSame(actual[name], expected[name]));
}
