import {
  type Contract,
  type HttpRequest,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  provokingRequest,
  valueAt,
} from '@cascade/contract';
import {
  buildCase,
  isUnavailable,
  loadScenarios,
  type Profile,
  type Scenario,
} from '@cascade/verifier/scenarios';
import { accepted, answersOfCase, answersOfScenario } from './answers.ts';
import type { Need, RequestVector, VectorRequest } from './vector.ts';

const requestId = '{{requestId}}';

/** A vector for each scenario of a provider, then two for each case of the catalogue: provoked, and its neighbour. */
export function requestVectors(contract: Contract, profile: Profile): RequestVector[] {
  const scenarios = loadScenarios().filter(({ phase }) => phase !== 'consumers');
  return [
    ...scenarios.map((scenario) => scenarioVector(scenario, profile, contract)),
    ...contract.problems.flatMap((problem) =>
      problem.cases.flatMap((one) => caseVectors(problem, one, contract)),
    ),
  ];
}

function scenarioVector(scenario: Scenario, profile: Profile, contract: Contract): RequestVector {
  const { id, says, clauses, given } = scenario;
  const head = {
    id,
    says,
    from: 'scenario',
    provenance: given.assumes === undefined ? 'documented' : 'assumed',
    ...(given.assumes === undefined ? {} : { decision: given.assumes }),
    clauses,
  } as const;
  const needs = needsOf(scenario);
  if (needs.length > 0) return { ...head, needs };
  const built = buildCase(profile, scenario, requestId);
  if (isUnavailable(built)) throw new Error(`scenario ${id}: ${built.unavailable}`);
  const limit = limitOf(scenario, contract.limits);
  return {
    ...head,
    needs,
    ...(given.key === 'poor' ? { precondition: 'The account of the key has no money.' } : {}),
    ...(given.key === 'expired' ? { precondition: 'The key has expired.' } : {}),
    request: withHex8(built.request, scenario),
    answers: answersOfScenario(built, contract.problems),
    ...(limit === undefined ? {} : { limit }),
  };
}

function needsOf({ phase, given: { procedure, breaks } }: Scenario): readonly Need[] {
  if (procedure === 'duplicate window' || procedure === 'reuse later') return ['several requests', 'a clock'];
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
  const cited = limits.filter(({ clause }) => clauses.includes(clause));
  const found = cited.find((limit) => id.startsWith(limit.id.replace(/-length$/, ''))) ?? cited[0];
  return found === undefined ? undefined : { id: found.id, value: found.value, side };
}

function caseVectors(problem: ProblemEntry, one: ProblemCase, { problems }: Contract): RequestVector[] {
  const { provenance, decision } = problem;
  const head = {
    from: 'catalogue',
    provenance,
    ...(decision === undefined ? {} : { decision }),
    clauses: [...problem.clauses, ...one.clauses],
    ...(one.state === undefined ? {} : { precondition: one.state }),
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
  const request = provokingRequest(one);
  const { repeat } = one.request;
  if (repeat === undefined) return { request: written(request) };
  const short = written(request);
  const long = String(valueAt(request, repeat.at));
  return { request: { ...short, body: short.body.replace(long, '{{longText}}') }, longText: repeat.times };
}

function written({ body, ...rest }: HttpRequest): VectorRequest {
  const isMessage = typeof body === 'object' && body !== null && 'requestId' in body;
  return { ...rest, body: JSON.stringify(isMessage ? { ...body, requestId } : body) };
}
