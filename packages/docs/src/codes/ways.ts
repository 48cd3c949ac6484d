import { createHash } from 'node:crypto';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import {
  buildCase,
  isUnavailable,
  loadScenarios,
  type Profile,
  type Scenario,
} from '@cascade/verifier/scenarios';
import { isObject } from '../objects.ts';
import { type Answer, answerTo } from './answer.ts';
import { type Change, changesBetween } from './changes.ts';
import { parsedBody, type SentRequest } from './sent-request.ts';

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
  readonly request: SentRequest;
  readonly neighbour: SentRequest;
  /** What differs from the neighbour. */
  readonly changes: readonly Change[];
  readonly answer: Answer;
}

const profileFile = 'packages/verifier/profiles/mock.yaml';

/** The ways to provoke problems, by the scenarios of `spec/`; each request is answered by the rules of the contract. */
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

function requestOf(scenario: Scenario, profile: Profile): SentRequest {
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

function changesOf(before: SentRequest, after: SentRequest): readonly Change[] {
  const wholeBody = { place: 'body', before: before.body, after: after.body };
  const [from, to] = [parsedBody(before.body), parsedBody(after.body)];
  const body = isObject(to) ? changesBetween(from, to) : [wholeBody];
  return [
    ...changesBetween(before.method, after.method, 'method'),
    ...changesBetween(before.path, after.path, 'path'),
    ...changesBetween(before.headers, after.headers),
    ...body,
  ];
}
