import { createHash } from 'node:crypto';
import { createTestProvider } from '@cascade/client/testing';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import {
  buildCase,
  isUnavailable,
  loadScenarios,
  type Profile,
  type Scenario,
} from '@cascade/verifier/scenarios';
import { bodyText, messageText } from '../http-text.ts';
import { isObject, parsedJson } from '../objects.ts';

/** An HTTP request with its body as text, as the verifier sends it. */
export interface WrittenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request as HTTP text. JSON is indented; any other body is shown as it is. */
export function sentText({ method, path, headers, body }: WrittenRequest): string {
  const json = parsedJson(body);
  return messageText(`${method} ${path}`, headers, json === undefined ? body : bodyText(json));
}

/** The answer to a request. */
interface Answer {
  readonly status: number;
  /** The headers that say something about the answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const telling = ['content-type', 'allow', 'www-authenticate', 'retry-after'];

const provider = createTestProvider();

/** How a provider with the accounts of the samples answers: by the rules that the mock has, too. */
async function answerTo({ method, path, headers, body }: WrittenRequest): Promise<Answer> {
  const request = new Request(`http://provider.example${path}`, {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const response = await provider.fetch(request);
  const shown = telling.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(shown), body: await response.json() };
}

/** The title of a problem; nothing for any other answer. */
export function problemTitleOf({ status, body }: Answer): string | undefined {
  return status >= 400 && isObject(body) ? String(body.title) : undefined;
}

/** The answer as HTTP text, JSON indented. */
export function httpAnswerText({ status, headers, body }: Answer): string {
  return messageText(`HTTP/1.1 ${status}`, headers, bodyText(body));
}

/** One member that differs between two JSON values; `undefined` where one of them lacks it. */
export interface MemberChange {
  /**
   * Names joined by dots, indexes in brackets: `content.chattwoContent.buttons[2]`. Empty for the whole
   * value.
   */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The smallest members that differ, in the order of `before`, new ones last. */
export function changesBetween(before: unknown, after: unknown, place = ''): readonly MemberChange[] {
  if (Object.is(before, after)) return [];
  const keys = keysOfBoth(before, after);
  if (keys === undefined) return [{ place, before, after }];
  return keys.flatMap((key) =>
    changesBetween(
      Reflect.get(Object(before), key),
      Reflect.get(Object(after), key),
      placeOf(place, key, before),
    ),
  );
}

/** The keys of two objects or two lists; nothing if the values cannot be compared by member. */
function keysOfBoth(before: unknown, after: unknown): readonly string[] | undefined {
  const isComparable =
    (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after));
  return isComparable
    ? [...new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))])]
    : undefined;
}

function placeOf(place: string, key: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${place}[${key}]`;
  return place === '' ? key : `${place}.${key}`;
}

/** A way to provoke a problem that the scenarios know. */
export interface Way {
  /** The id of its scenario. */
  readonly id: string;
  readonly says: string;
  readonly clauses: readonly string[];
  /** The decision that it rests on; none if the source says it. */
  readonly assumes: string | undefined;
  /** The codes that a provider may answer with; ours, if it is one of them, is that of `sent`. */
  readonly codes: readonly string[];
  /** The request; none if it takes several, or a clock. */
  readonly sent: SentWay | undefined;
}

/** A request that provokes a problem, beside its neighbour that passes. */
export interface SentWay {
  readonly request: WrittenRequest;
  readonly neighbour: WrittenRequest;
  /** What differs from the neighbour. */
  readonly changes: readonly MemberChange[];
  readonly answer: Answer;
}

const profileFile = 'packages/verifier/profiles/mock.yaml';

/**
 * The ways to provoke problems, by the scenarios of `spec/`; each request is answered by the rules of the
 * contract.
 */
export async function readWays(): Promise<readonly Way[]> {
  const profile = readYamlFile(repositoryRoot, profileFile).value as Profile;
  const known = { ...profile, keys: { ...profile.keys, wrong: 'no-such-key' } };
  const provoking = loadScenarios().filter(({ expects }) => expects.codes !== undefined);
  return Promise.all(provoking.map((scenario) => wayOf(scenario, known)));
}

async function wayOf(scenario: Scenario, profile: Profile): Promise<Way> {
  const { id, says, clauses, given, expects } = scenario;
  return {
    id,
    says,
    clauses,
    assumes: given.assumes,
    codes: expects.codes ?? [],
    sent: isOneRequest(scenario) ? await sentBy(scenario, profile) : undefined,
  };
}

/** Whether the scenario is one request that needs no state and no clock. */
function isOneRequest({ given }: Scenario): boolean {
  return given.procedure === undefined && given.breaks === undefined;
}

async function sentBy(scenario: Scenario, profile: Profile): Promise<SentWay> {
  const request = requestOf(scenario, profile);
  const { key: _, ...given } = scenario.given;
  const neighbour = requestOf({ ...scenario, given, when: {} }, profile);
  return { request, neighbour, changes: changesOf(neighbour, request), answer: await answerTo(request) };
}

function requestOf(scenario: Scenario, profile: Profile): WrittenRequest {
  const built = buildCase(profile, scenario, uuidOf(scenario.id));
  if (isUnavailable(built)) throw new Error(`scenario ${scenario.id}: ${built.unavailable}`);
  const { body } = built.request;
  return { ...built.request, body: freshTexts(scenario).reduce(withoutChance, body) };
}

/** The prefixes of texts that the verifier makes new for every run. */
function freshTexts({ when: { edits = [] } }: Scenario): readonly string[] {
  return edits.flatMap((edit) =>
    'to' in edit && isObject(edit.to) && typeof edit.to.$fresh === 'string' ? [edit.to.$fresh] : [],
  );
}

/** The site has the same bytes after every build. */
function withoutChance(body: string, prefix: string): string {
  return body.replace(new RegExp(`${prefix}[0-9a-f]{8}`), `${prefix}4821`);
}

/** A UUID of its own for each scenario: a provider takes each id once. */
function uuidOf(id: string): string {
  const hash = createHash('sha256').update(id).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function changesOf(before: WrittenRequest, after: WrittenRequest): readonly MemberChange[] {
  const wholeBody = { place: 'body', before: before.body, after: after.body };
  const from = parsedJson(before.body);
  const to = parsedJson(after.body);
  const body = isObject(to) ? changesBetween(from, to) : [wholeBody];
  return [
    ...changesBetween(before.method, after.method, 'method'),
    ...changesBetween(before.path, after.path, 'path'),
    ...changesBetween(before.headers, after.headers),
    ...body,
  ];
}
