import { isSame, type JsonObject, objectOf } from '@cascade/contract';
import { redoclyOnce } from '@cascade/contract/redocly';
import { type ComparedDescription, type ContractChange, type Impact, isImpact } from '../change.ts';
import { judgeText, type TextVerdict } from '../words.ts';
import { constraints, isStronger } from './constraints.ts';
import { reportWords } from './report-words.ts';
import { useKeywords } from './use.ts';

/** Where the values of a schema travel. The same change may break one direction only. */
type Direction = 'requests' | 'responses' | 'callbacks' | 'responses to callbacks';

/** A change that Redocly reports, and the direction of the operation that it reports it for. */
interface Judged {
  readonly change: ContractChange;
  readonly direction: Direction | undefined;
}

/**
 * The direction of a place of Redocly's report, which goes through operations; `undefined` outside of them.
 */
function directionOf(subject: ComparedDescription, path: string): Direction | undefined {
  if (subject === 'asyncapi') return 'callbacks';
  const [, first, part, inner] = operationPart.exec(path) ?? [];
  if (first === undefined) return undefined;
  if (first === 'webhooks' || inner !== undefined)
    return (inner ?? part) === 'responses' ? 'responses to callbacks' : 'callbacks';
  return part === 'responses' ? 'responses' : 'requests';
}

/** A part of an operation, or of a callback in it. */
const operationPart =
  /^#\/(paths|webhooks)\/[^/]+\/[^/]+\/(\w+)(?:(?<=callbacks)\/[^/]+\/[^/]+\/[^/]+\/(\w+))?/;

/** Each change once, with the directions in which it counts. */
function inEachDirection(judged: readonly Judged[]): ContractChange[] {
  const found = new Map<string, { readonly change: ContractChange; readonly directions: Set<Direction> }>();
  for (const { change, direction } of judged) {
    const key = JSON.stringify(change);
    const entry = found.get(key) ?? { change, directions: new Set() };
    if (direction !== undefined) entry.directions.add(direction);
    found.set(key, entry);
  }
  return [...found.values()].map(({ change, directions }) =>
    directions.size === 0 ? change : { ...change, says: `in ${inWords([...directions])}: ${change.says}` },
  );
}

function inWords(directions: readonly Direction[]): string {
  const last = directions.at(-1) ?? '';
  return directions.length === 1 ? last : `${directions.slice(0, -1).join(', ')} and ${last}`;
}

const limiting = new Set<string>(constraints);

/** Nodes whose removal lets more pass. */
const limitingNodes = new Set(['AnyOf', 'AllOf', 'OneOf']);

/** Properties that are prose: readers rely on what they say. */
const prose = new Set(['description', 'summary']);

/** What a changed property does that says nothing of which values are valid, whatever Redocly calls it. */
const annotations: Readonly<Record<string, Impact>> = {
  $comment: 'patch',
  bearerFormat: 'patch',
  contact: 'patch',
  contentEncoding: 'minor',
  contentMediaType: 'patch',
  contentSchema: 'patch',
  deprecated: 'minor',
  email: 'patch',
  example: 'patch',
  examples: 'patch',
  externalDocs: 'patch',
  externalValue: 'patch',
  identifier: 'patch',
  license: 'patch',
  name: 'patch',
  tags: 'patch',
  termsOfService: 'patch',
  title: 'patch',
  value: 'patch',
  version: 'patch',
};

/** Where requests and callbacks go: another address reaches another provider. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  Server: ['url', 'host', 'protocol', 'pathname'],
  ServerVariable: ['default'],
  Channel: ['address'],
  SecurityScheme: ['scheme', 'openIdConnectUrl', 'type', 'in', 'name'],
};

/** Whether a change is one of which values are valid. */
function isConstraint({ typeName, property }: JsonObject): boolean {
  return typeName === 'Schema' && limiting.has(String(property));
}

/**
 * The impact of a change that Redocly reports. A request that accepts more and an answer that promises more
 * are minor: programs may rely on it. Redocly calls most of them patch, and each removed pattern of a request
 * major.
 * @throws {Error} if Redocly names no impact.
 */
function impactOf(change: JsonObject, direction: Direction | undefined): Impact {
  const { impact, kind, typeName, property } = change;
  if (!isImpact(impact))
    throw new Error(
      `redocly diff: expected the impact patch, minor or major, found ${JSON.stringify(impact)}`,
    );
  if (isConstraint(change) && direction !== undefined && isGentle(change, direction)) return 'minor';
  if (isSecurityGone(change)) return 'major';
  if (property === 'deprecated') return 'minor';
  if (addresses[String(typeName)]?.includes(String(property)) === true) return 'major';
  const annotation = typeName === 'Schema' || impact === 'patch' ? annotations[String(property)] : undefined;
  if (annotation !== undefined) return annotation;
  if (impact !== 'patch') return impact;
  const isLimitGone = kind === 'removed' && limitingNodes.has(String(typeName));
  // Whatever is not known to be wording is to be read.
  const isUnknown = property !== undefined && !String(property).startsWith('x-');
  return isUnknown || isLimitGone ? 'minor' : 'patch';
}

/**
 * Whether an operation of AsyncAPI, or its server, is no longer secured: what is received could come from
 * anywhere.
 */
function isSecurityGone({ kind, typeName, path }: JsonObject): boolean {
  const isList =
    typeName === 'SecuritySchemeList' || /^#?\/(operations|servers)\/[^/]+\/security\b/.test(String(path));
  return kind === 'removed' && isList && !/^#?\/(paths|security)/.test(String(path));
}

/**
 * Whether every value that consumers send is still accepted, or every value that they get was possible
 * before.
 */
function isGentle({ property, base, revision }: JsonObject, direction: Direction): boolean {
  const before = objectOf(base).value;
  const now = objectOf(revision).value;
  const isSent = direction === 'requests' || direction === 'responses to callbacks';
  return isSent ? isStronger(String(property), now, before) : isStronger(String(property), before, now);
}

const callbackParameter =
  /^#\/(?:webhooks\/[^/]+|paths\/[^/]+\/\w+\/callbacks\/[^/]+\/[^/]+)\/\w+\/parameters\/\d+/;

/**
 * Whether a change is one of the parameters of a webhook or callback and more than text: they are compared on
 * their own.
 */
function isCallbackHeader({ path, typeName, property, kind }: JsonObject): boolean {
  if (!callbackParameter.test(String(path))) return false;
  const isNode = kind !== 'modified' && typeName === 'Parameter';
  return isNode || limiting.has(String(property)) || property === 'name';
}

/**
 * What `redocly diff` makes of two states of a description, each place once.
 * @throws {Error} with Redocly's report when it cannot compare them.
 */
export async function redoclyDiff(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): Promise<ContractChange[]> {
  if (isSame(before, now)) return [];
  const files = {
    'redocly.yaml': 'extends: [diff-recommended]\ntelemetry: off\n',
    'before.json': JSON.stringify(before),
    'now.json': JSON.stringify(now),
  };
  const options = ['--config=redocly.yaml', '--format=json', '--fail-on=none'];
  const args = ['diff', 'before.json', 'now.json', ...options];
  const report = await redoclyOnce({ args, format: 'json', files });
  return readReport(subject, JSON.parse(report), now);
}

/** Whether a change is compared in another way: use and access, by direction and by operation. */
function isComparedElsewhere(subject: ComparedDescription, change: JsonObject): boolean {
  const { typeName, property } = change;
  const isUse = typeName === 'Schema' && useKeywords.has(String(property));
  const isAccess = /^SecurityRequirement(?:List)?$/.test(String(typeName));
  return isUse || (isAccess && subject === 'openapi') || isCallbackHeader(change);
}

/** Of where requests go; `undefined` for any other change. */
function addressWords(
  subject: ComparedDescription,
  { typeName, property, base, revision }: JsonObject,
): string | undefined {
  if (typeName === 'SecurityScheme' || addresses[String(typeName)]?.includes(String(property)) !== true)
    return undefined;
  const what = subject === 'openapi' ? 'requests' : 'callbacks';
  return `${what} go to another address: ${objectOf(base).value} is now ${objectOf(revision).value}`;
}

/** A schema that several operations share is reported for each of them: its own pointer counts, once. */
function readReport(subject: ComparedDescription, report: unknown, now: JsonObject): ContractChange[] {
  const { changes } = objectOf(report);
  if (!Array.isArray(changes)) throw new Error('redocly diff: expected a list of changes, found none');
  const read = changes
    .map(objectOf)
    .filter((change) => !isComparedElsewhere(subject, change))
    .map((change): Judged => {
      const direction = isConstraint(change) ? directionOf(subject, String(change.path)) : undefined;
      const at = pointerOf(change) ?? String(change.path);
      const words = reportWords(change, at, now);
      const verdict = textVerdict(change, at) ?? {
        impact: impactOf(change, direction),
        says: addressWords(subject, change) ?? words.says,
      };
      return { change: { subject, at, ...words, ...verdict }, direction };
    });
  return inEachDirection(read);
}

/**
 * Of prose and marks; `undefined` for any other change. The prose of examples and tags promises nothing, and
 * what a mark promises is compared on its own.
 */
function textVerdict({ property, base, revision }: JsonObject, at: string): TextVerdict | undefined {
  const [, mark] = /\/(x-(?!extensible-enum)[\w-]+)(?:\/|$)/.exec(at) ?? [];
  if (mark !== undefined && property !== undefined)
    return { impact: 'patch', says: `the mark \`${mark}\` has changed` };
  if (!prose.has(String(property))) return undefined;
  const isLabel = /\/examples\/|^\/tags\//.test(at);
  const verdict = judgeText(String(objectOf(base).value ?? ''), String(objectOf(revision).value ?? ''));
  const impact = isLabel ? 'patch' : verdict.impact;
  return {
    impact,
    says: impact === 'patch' ? `the ${property} has changed` : `the ${property} ${verdict.says}`,
  };
}

function pointerOf({ revision, base }: JsonObject): string | undefined {
  const { pointer } = { ...objectOf(base), ...objectOf(revision) };
  return typeof pointer === 'string' ? pointer.replace(/^#/, '') : undefined;
}
