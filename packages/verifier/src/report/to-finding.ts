import { createHash } from 'node:crypto';
import { defined } from '../defined.ts';
import { type HttpRequest, scenarioOf } from '../exchange/http-request.ts';
import { toCurl } from '../exchange/to-curl.ts';
import type { AnswerFault } from '../oracle/fault.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Finding } from './report.ts';

const mostCharacters = 500;

/** What all findings of a run have in common. */
interface FindingContext {
  readonly target: string;
  /** What each clause says, by its id. */
  readonly statements: ReadonlyMap<string, string>;
}

/** A fault with all that a reader needs to understand and reproduce it. */
export function toFinding(
  scenario: Scenario,
  fault: AnswerFault,
  { target, statements }: FindingContext,
  request?: HttpRequest,
): Finding {
  const { check, severity, rests, expected, actual } = fault;
  const clause = fault.clause ?? clauseFor(scenario, fault);
  const digest = createHash('sha256')
    .update(JSON.stringify(rests === undefined ? [scenario.id, check, clause] : [check, rests]))
    .digest('hex');
  return {
    id: digest.slice(0, 10),
    scenario: scenario.id,
    says: scenario.says,
    phase: scenario.phase,
    check,
    clause,
    clauseSays: statements.get(clause) ?? scenario.says,
    clauses: [...new Set([clause, ...scenario.clauses])],
    severity,
    ...defined({ rests }),
    expected,
    actual: actual.length > mostCharacters ? `${actual.slice(0, mostCharacters)}…` : actual,
    ...(request === undefined ? {} : { request: withoutKey(request), curl: toCurl(target, request) }),
  };
}

/** The clause of a scenario that the check is about. */
function clauseFor({ clauses, expects }: Scenario, { check }: AnswerFault): string {
  const code = expects.codes?.[0]?.replaceAll("'", '');
  const about = (fits: (clause: string) => boolean) => clauses.find(fits) ?? clauses[0] ?? '4.1/rule-6';
  if (check === 'problem-code' || check === 'status-code-conformance')
    return about((id) => id === `7.1/${code}`);
  if (check === 'problem-text') return about((id) => id.startsWith('7.1/comment'));
  if (check === 'negative-data-rejection')
    return about((id) => /-(missing|empty|length|rule-\d|key|new|route)$|^8\//.test(id));
  return about(() => true);
}

function withoutKey({ [scenarioOf]: _, ...request }: HttpRequest): HttpRequest {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    name.toLowerCase() === 'x-api-key' ? [name, '<API_KEY>'] : [name, value],
  );
  return { ...request, headers: Object.fromEntries(headers) };
}
