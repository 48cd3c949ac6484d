import {
  buildCase,
  type Case,
  isUnavailable,
  type Profile,
  type Scenario,
} from '@cascade/verifier/scenarios';
import {
  type CatalogueRequest,
  type Contract,
  type LimitEntry,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  requestOfCase,
  valueAt,
} from '../../index.ts';
import {
  detailPattern,
  type Need,
  type PermittedAnswer,
  type RequestVector,
  type VectorRequest,
  violationsPattern,
  violationText,
} from './vector.ts';

const validationError = 'cascade-scheduling-request-is-not-valid';
const olderCode = "request-doesn't-contain-content-for-all-cascade-stages";

/** Any 2xx. */
const accepted: PermittedAnswer = { status: '2xx' };

/** Every answer to the request of a scenario that the source permits. */
function answersOfScenario(built: Case, problems: Contract['problems']): PermittedAnswer[] {
  const { accepted: isAccepted, codes = [], unclear = {} } = built.expectation;
  return [
    ...(isAccepted ? [accepted] : []),
    ...codes.map((code) => ({ ...problemAnswer(code, problems), detail: detailOf(built, code) })),
    ...(unclear.accepted === undefined ? [] : [{ ...accepted, because: unclear.accepted }]),
    ...(unclear.refused === undefined ? [] : [{ status: '4xx' as const, because: unclear.refused }]),
  ];
}

/** The answers to a case of the catalogue; missing content may have a code of its own (ADR-0004). */
function answersOfCase(
  { code }: ProblemEntry,
  { clauses, detail }: ProblemCase,
  problems: Contract['problems'],
): PermittedAnswer[] {
  const isOfSource = clauses.some((id) => id.startsWith('7.1/comment-') || id.startsWith('7.3/'));
  const text = isOfSource && detail !== undefined ? detailPattern(detail) : undefined;
  const answer = { ...problemAnswer(code, problems), detail: text };
  const other = code === olderCode ? validationError : olderCode;
  const isMissing = code === olderCode || clauses.includes('7.3/content-not-found');
  if (!isMissing) return [answer];
  return [answer, { ...problemAnswer(other, problems), because: 'both codes mean it (ADR-0004)' }];
}

function problemAnswer(code: string, problems: Contract['problems']): PermittedAnswer {
  const found = problems.find((problem) => problem.code === code);
  if (found === undefined) throw new Error(`${code} is not in the catalogue`);
  return { status: found.status, titles: [...new Set([found.title, code])] };
}

function detailOf({ expectation, cascade }: Case, code: string): string | undefined {
  const { comment, violations } = expectation;
  if (comment !== undefined) return detailPattern(comment);
  if (violations === undefined || code !== validationError) return undefined;
  const { missing = [], surplus = [] } = violations;
  const cascadeId = cascade.id;
  const channels = cascade.stages.map(({ channel }) => channel);
  const absent = (['SMS', 'CHATONE', 'CHATTWO'] as const).find((channel) => !channels.includes(channel));
  const stageUuid = (channel: string) =>
    cascade.stages.find((stage) => stage.channel === channel)?.uuid ?? '';
  return violationsPattern(
    missing.map((channel) =>
      violationText({ kind: 'content-not-found', cascadeId, stageUuid: stageUuid(channel), channel }),
    ),
    surplus.map((channel) =>
      violationText({
        kind: 'stage-not-found',
        cascadeId,
        channel: channel === 'absent' ? (absent ?? '') : channel,
      }),
    ),
  );
}

const requestId = '{{requestId}}';

/**
 * A vector for each scenario of a provider, then two for each case of the catalogue: provoked, and its
 * neighbour.
 */
export function requestVectors(
  all: readonly Scenario[],
  contract: Contract,
  profile: Profile,
): RequestVector[] {
  // A vector of a body that is large by its spaces would be as large.
  const scenarios = all.filter(({ phase, when }) => phase !== 'consumers' && when.bytes === undefined);
  return [
    ...scenarios.map((scenario) => scenarioVector(scenario, profile, contract)),
    ...contract.problems.flatMap((problem) =>
      problem.cases.flatMap((one) => caseVectors(problem, one, contract)),
    ),
    ...contract.limits.flatMap((limit) => limitVectors(limit, contract)),
  ];
}

/** The longest text that a limit allows, and one character more. */
function limitVectors(
  { id, text, decision, problem, ...limit }: LimitEntry,
  contract: Contract,
): RequestVector[] {
  const accepting = contract.problems.flatMap(({ cases }) => cases)[0];
  if (text === undefined || problem === undefined || accepting === undefined) return [];
  const { body, ...request } = neighbourRequest(accepting);
  const long = withValueAt(body, text, '{{longText}}');
  return (['inside', 'outside'] as const).map((side) => ({
    id: `${id}.${side}`,
    says: `${limit.says}: ${limit.value}${side === 'inside' ? '' : ' and one'}`,
    from: 'limits',
    provenance: 'assumed',
    decision,
    clauses: [],
    needs: [],
    request: written({ ...request, body: long }),
    longText: side === 'inside' ? limit.value : limit.value + 1,
    answers: [side === 'inside' ? accepted : problemAnswer(problem, contract.problems)],
    limit: { id, value: limit.value, side },
  }));
}

/** A copy with another value at the JSON pointer, whose parents are objects. */
function withValueAt(whole: unknown, pointer: string, value: unknown): unknown {
  const [, name, ...rest] = pointer.split('/');
  if (name === undefined) return value;
  const parent = Object(whole);
  const below = rest.map((one) => `/${one}`).join('');
  return { ...parent, [name]: withValueAt(parent[name], below, value) };
}

function scenarioVector(scenario: Scenario, profile: Profile, contract: Contract): RequestVector {
  const { id, says, clauses, given } = scenario;
  const head = {
    id,
    says,
    from: 'scenario',
    provenance: given.assumes === undefined ? 'documented' : 'assumed',
    decision: given.assumes,
    clauses,
  } as const;
  const needs = needsOf(scenario);
  if (needs.length > 0) return { ...head, needs };
  const built = buildCase(profile, scenario, requestId);
  if (isUnavailable(built)) throw new Error(`scenario ${id}: ${built.unavailable}`);
  return {
    ...head,
    needs,
    precondition: preconditions[given.key ?? ''],
    request: withHex8(built.request, scenario),
    answers: answersOfScenario(built, contract.problems),
    limit: limitOf(scenario, contract.limits),
  };
}

/** By the key of a scenario. */
const preconditions: Readonly<Record<string, string>> = {
  poor: 'The account of the key has no money.',
  expired: 'The key has expired.',
};

/** Procedures in which time passes. */
const takingTime: ReadonlySet<string | undefined> = new Set([
  'daily limit',
  'dialogue ends',
  'dialogue lasts',
  'dialogue without extension',
  'duplicate window',
  'reuse after days',
  'reuse later',
]);

function needsOf({ phase, given: { procedure, breaks } }: Scenario): readonly Need[] {
  if (takingTime.has(procedure)) return ['several requests', 'a clock'];
  if (phase === 'callback') return ['several requests', 'a receiver'];
  return procedure === undefined && breaks === undefined ? [] : ['several requests'];
}

/** A scenario asks for eight new hexadecimal digits behind a prefix. */
function withHex8(request: VectorRequest, { when: { edits = [] } }: Scenario): VectorRequest {
  const prefixes = edits.flatMap((edit) => {
    const prefix = 'to' in edit ? valueAt(edit.to, '/$fresh') : undefined;
    return typeof prefix === 'string' ? [prefix] : [];
  });
  const body = prefixes.reduce(
    (text, prefix) => text.replace(new RegExp(`${prefix}[0-9a-f]{8}`), `${prefix}{{hex8}}`),
    request.body,
  );
  return { ...request, body };
}

function limitOf({ id, phase, clauses }: Scenario, limits: Contract['limits']): RequestVector['limit'] {
  const [, side] = /-(inside|outside)$/.exec(id) ?? [];
  if (phase !== 'boundaries' || (side !== 'inside' && side !== 'outside')) return undefined;
  const cited = limits.filter(({ clause }) => clause !== undefined && clauses.includes(clause));
  const found = cited.find((limit) => id.startsWith(limit.id.replace(/-length$/, ''))) ?? cited[0];
  return found === undefined ? undefined : { id: found.id, value: found.value, side };
}

function caseVectors(problem: ProblemEntry, one: ProblemCase, { problems }: Contract): RequestVector[] {
  const { provenance, decision } = problem;
  const head = {
    from: 'catalogue',
    provenance,
    decision,
    clauses: [...problem.clauses, ...one.clauses],
    precondition: one.state,
  } as const;
  const needs = needsOfCase(one);
  const neighbour = {
    ...head,
    id: `${one.name}.neighbour`,
    says: `${one.summary}, fixed: ${one.neighbour.says}`,
  };
  return [
    {
      ...head,
      id: `${one.name}.case`,
      says: one.summary,
      needs,
      ...(needs.includes('several requests') ? {} : longRequest(one)),
      answers: answersOfCase(problem, one, problems),
    },
    {
      ...neighbour,
      needs: needsOfNeighbour(one),
      request: written(neighbourRequest(one)),
      answers: [accepted],
    },
  ];
}

function needsOfCase({ request }: ProblemCase): readonly Need[] {
  if (request.sentBefore === true) return ['several requests'];
  return request.headers?.prefer === undefined ? [] : ['an answer on demand'];
}

/** A provider registers an address only if a receiver answers there (ADR-0014). */
function needsOfNeighbour({ request }: ProblemCase): readonly Need[] {
  return request.path === '/api/callback/set' ? ['a receiver'] : [];
}

function longRequest(one: ProblemCase): Pick<RequestVector, 'request' | 'longText'> {
  const request = requestOfCase(one);
  const { repeat } = one.request;
  if (repeat === undefined) return { request: written(request) };
  const short = written(request);
  const long = String(valueAt(request, repeat.at));
  return { request: { ...short, body: short.body.replace(long, '{{longText}}') }, longText: repeat.times };
}

function written({ body, ...rest }: CatalogueRequest): VectorRequest {
  const isMessage = typeof body === 'object' && body !== null && 'requestId' in body;
  return { ...rest, body: JSON.stringify(isMessage ? { ...body, requestId } : body) };
}
