import { randomUUID } from 'node:crypto';
import {
  type LenientSwitch,
  lenientSwitches,
  pathOfLenientList,
  type Reading,
  readListRequest,
  readSchedulingRequest,
  switchesOf,
} from '@cascade/lenient-requests';
import {
  judgeCascadeList,
  judgeMessageHistory,
  judgeScheduling,
  judgeTemplateList,
  parseBody,
  problem,
  type RequestProblem,
} from '@cascade/validator';
import { defined } from '../defined.ts';
import { type Answer, answerOf } from './answer.ts';
import type { ReplayedCallbacks } from './callbacks.ts';
import { compareAnswers, type Difference } from './compare.ts';
import { mapTexts, requestIdOf } from './fresh-ids.ts';
import type { RecordedRequest } from './recorded.ts';
import { registrationOf, withAddress } from './registration.ts';
import { sendRecorded } from './send.ts';

/** What became of one recorded request. */
export interface Replayed {
  readonly name: string;
  readonly answer: Answer;
  /** Of the other target, if there is one. */
  readonly against?: Answer;
  /** Of the recorded answer (`one`) and that of the target. */
  readonly fromRecording: readonly Difference[];
  /** Of the answer of the target (`one`) and that of the other. */
  readonly differences: readonly Difference[];
  /** Whether the answer has the recorded status, or any 2xx if none is recorded. */
  readonly isExpected: boolean;
  readonly expected?: number;
  readonly advice: Advice;
  /** The older shapes of an accepted request that the account does not read: their content is lost. */
  readonly unread: readonly LenientSwitch[];
}

interface ReplayOptions {
  readonly target: string;
  readonly against?: string;
  readonly key?: string;
  /** The recorded id of each new one. */
  readonly recordedIds: ReadonlyMap<string, string>;
  readonly callbacks?: ReplayedCallbacks;
}

/** Sends the requests one after the other, to the second target too if there is one. */
export async function* replay(
  requests: readonly RecordedRequest[],
  { target, against, key, recordedIds, callbacks }: ReplayOptions,
): AsyncGenerator<Replayed> {
  const findUnread = createUnreadFinder(target, key);
  for (const [at, request] of requests.entries()) {
    await callbacks?.before(at);
    const sent = addressed(request, callbacks);
    const answer = await sendRecorded(target, sent.toTarget, key);
    const other = against === undefined ? undefined : await sendRecorded(against, sent.toOther, key);
    if (!isSuccess(answer)) followRefusal(request, answer, callbacks);
    const advice = adviceFor(request);
    const unread = isSuccess(answer) ? await findUnread(request, advice) : [];
    const recorded = (one: Answer) => asRecorded(one, sent.toTarget, recordedIds, sent.addresses);
    const { name, expected = request.answer?.status } = request;
    yield {
      name,
      answer,
      advice,
      unread,
      ...compared(request.answer, recorded(answer), other && recorded(other)),
      isExpected: unread.length === 0 && hasStatus(answer, expected),
      ...defined({ against: other, expected }),
    };
  }
}

/** A refusal of what the recorded provider accepted has consequences for callbacks. */
function followRefusal(
  request: RecordedRequest,
  answer: Answer,
  callbacks: ReplayedCallbacks | undefined,
): void {
  if (registrationOf(request) !== undefined) callbacks?.refuse(refusalOf(answer));
  else if (request.answer === undefined || isSuccess(request.answer)) callbacks?.leaveOut(request);
}

function compared(recorded: Answer | undefined, found: Answer, other: Answer | undefined) {
  return {
    fromRecording: recorded === undefined ? [] : compareAnswers(recorded, found),
    differences: other === undefined ? [] : compareAnswers(found, other),
  };
}

function hasStatus(answer: Answer, expected: number | undefined): boolean {
  return expected === undefined ? isSuccess(answer) : answer.status === expected;
}

/** What a target says to a registration of the replay. */
export function refusalOf({ status, title = '', detail = '' }: Answer): string {
  return `the target refuses its address: ${[status, title, detail].filter((part) => part !== '').join(' ')}`;
}

interface Addressed {
  readonly toTarget: RecordedRequest;
  readonly toOther: RecordedRequest;
  /** The recorded address of each of the replay. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** The request with the addresses of the replay, if it registers one. */
function addressed(request: RecordedRequest, callbacks: ReplayedCallbacks | undefined): Addressed {
  const registration = callbacks === undefined ? undefined : registrationOf(request);
  if (callbacks === undefined || registration === undefined)
    return { toTarget: request, toOther: request, addresses: new Map() };
  const { url, ignoredUrl } = callbacks;
  const { statusCallbackUrl } = registration;
  return {
    toTarget: withAddress(request, url),
    toOther: withAddress(request, ignoredUrl),
    addresses: new Map([url, ignoredUrl].map((each) => [each, statusCallbackUrl])),
  };
}

/** The answer to a request with recorded ids and addresses in the place of those of the replay. */
function asRecorded(
  answer: Answer,
  request: RecordedRequest,
  recordedIds: ReadonlyMap<string, string>,
  addresses: ReadonlyMap<string, string>,
): Answer {
  if (recordedIds.size === 0 && addresses.size === 0) return answer;
  const own = requestIdOf(request) ?? '';
  const recorded = recordedIds.get(own);
  const within = (text: string) => (recorded === undefined ? text : text.replaceAll(own, recorded));
  const change = (text: string) => addresses.get(text) ?? recordedIds.get(text) ?? within(text);
  return answerOf(answer.status, answer.headers, mapTexts(answer.body, change));
}

/** Contents that only an account with the switch refuses; any other ignores the older shape. */
const unreadable = {
  keyboard: { keyboard: {}, buttons: [] },
  attachment: { attachment: 'not an object' },
} as const;

/**
 * Finds the older shapes that a strict account accepts and ignores. It asks each account once for each, by a
 * request that schedules nothing: an account with the switch refuses the shape, any other refuses the unknown
 * cascade.
 */
function createUnreadFinder(target: string, key: string | undefined) {
  const known = new Map<string, Promise<boolean>>();
  const isIgnored = async (request: RecordedRequest, name: keyof typeof unreadable): Promise<boolean> => {
    const body = {
      requestId: randomUUID(),
      cascadeId: -1,
      subscriberFilter: { address: '1', type: 'PHONE' },
      content: { chattwoContent: { contentType: 'TEXT', text: 'x', ...unreadable[name] } },
    };
    const { title } = await sendRecorded(target, { ...request, body: JSON.stringify(body) }, key);
    return title === 'cascade-not-found';
  };
  return async (
    request: RecordedRequest,
    { switches, problem: strict }: Advice,
  ): Promise<LenientSwitch[]> => {
    const unread: LenientSwitch[] = [];
    for (const name of ['keyboard', 'attachment'] as const) {
      if (strict !== undefined || !switches.includes(name)) continue;
      const account = `${name} ${request.headers['x-api-key']}`;
      const ignored = known.get(account) ?? isIgnored(request, name);
      known.set(account, ignored);
      if (await ignored) unread.push(name);
    }
    return unread;
  };
}

/** Refused requests with one cause, and the switches that let them in. */
export interface Family {
  readonly cause: string;
  readonly switches: readonly LenientSwitch[];
  readonly names: readonly string[];
}

/** Groups refused requests by the switches that let them in, or else by their problem. */
export function familiesOf(all: readonly Replayed[]): Family[] {
  const refused = all.filter(({ answer }) => !isSuccess(answer));
  const groups = Map.groupBy(refused, (each) =>
    isLetInBySwitches(each) ? each.advice.switches.join(' ') : causeOf(each),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const switches = isLetInBySwitches(first) ? first.advice.switches : [];
    return [{ cause: causeOf(first), switches, names: group.map(({ name }) => name) }];
  });
}

/** Whether the refusal is that of a strict account, and the switches leave nothing to refuse. */
export function isLetInBySwitches({ answer, advice: { problem, remaining, switches } }: Replayed): boolean {
  const isStrict = problem !== undefined && problem.title === answer.title;
  return isStrict && remaining === undefined && switches.length > 0;
}

/** The problem and where it is. */
function causeOf({
  answer: { status, title = String(status), detail },
  advice: { problem },
}: Replayed): string {
  const known = problem?.title === title ? problem.detail : undefined;
  const where = detail ?? known;
  return where === undefined ? title : `${title}: ${where}`;
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** What is known of a request from its shape alone. */
interface Advice {
  /** The problem of a strict account; absent if its shape passes there. */
  readonly problem?: RequestProblem;
  /** The problem that is left with these switches on. */
  readonly remaining?: RequestProblem;
  /** The switches of the older shapes that the request has (ADR-0027). */
  readonly switches: readonly LenientSwitch[];
}

const names = Object.keys(lenientSwitches) as LenientSwitch[];
const anyUuid = '00000000-0000-4000-8000-000000000000';

/**
 * Tries each switch on a recorded request. A switch counts if the request reads otherwise with it: some older
 * shapes pass on a strict account and lose their meaning, such as a keyboard.
 */
function adviceFor(request: RecordedRequest): Advice {
  const found = judge(request, []);
  const switches = names.filter((name) => isReadOtherwise(request, name));
  const remaining = judge(request, switches);
  return {
    switches,
    ...(found === undefined ? {} : { problem: found }),
    ...(remaining === undefined ? {} : { remaining }),
  };
}

function isReadOtherwise(request: RecordedRequest, name: LenientSwitch): boolean {
  const plain = read(request, []);
  const lenient = read(request, [name]);
  return JSON.stringify(plain) !== JSON.stringify(lenient);
}

type Judge = (body: unknown) => RequestProblem | undefined;

const judges: Readonly<Record<string, Judge>> = {
  '/api/cascade/schedule': (body) => judgeScheduling(body).problem,
  '/api/cascade/get-all': judgeCascadeList,
  '/api/messages/history': judgeMessageHistory,
  '/api/message-matchers/get-by-request': judgeTemplateList,
};

function judge(request: RecordedRequest, on: readonly LenientSwitch[]): RequestProblem | undefined {
  const { path, reading } = read(request, on);
  if ('problem' in reading) return reading.problem;
  if (path !== undefined) return judges[path]?.(reading.value);
  return pathOfLenientList(pathOf(request)) === undefined ? undefined : problem('not-found');
}

/** The request as an account with these switches reads it; no path where the account has none. */
function read(
  request: RecordedRequest,
  on: readonly LenientSwitch[],
): { readonly path?: string; readonly reading: Reading } {
  const switches = switchesOf(Object.fromEntries(on.map((name) => [name, true])));
  const asked = pathOf(request);
  const path = judges[asked] === undefined && switches.listRequests ? pathOfLenientList(asked) : asked;
  if (path === undefined || judges[path] === undefined) return { reading: { value: undefined } };
  const parsed = parseBody(new TextEncoder().encode(request.body ?? ''));
  if ('problem' in parsed) return { reading: parsed };
  const { value } = parsed;
  if (path === '/api/message-matchers/get-by-request') return { path, reading: parsed };
  if (path !== '/api/cascade/schedule') return { path, reading: { value: readListRequest(value, switches) } };
  return { path, reading: readSchedulingRequest(value, switches, () => anyUuid) };
}

function pathOf({ path }: RecordedRequest): string {
  return path.split('?')[0] ?? path;
}
