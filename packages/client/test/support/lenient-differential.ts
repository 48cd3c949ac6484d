import { preflight } from '@cascade/client/preflight';
import { lenientSwitches, switchesOf } from '@cascade/lenient-requests';
import { createMock } from '@cascade/mock';
import { completeSettings, judgeBeforeStore } from '@cascade/service/bench';
import fc from 'fast-check';
import { sampleAccounts } from '../../src/generated/cases.ts';
import { olderRequest } from './older-request.ts';

/** The title, status and detail of a problem, as JSON, or `accepted`. */
type Verdict = string;
export type Judge = (request: unknown) => Verdict | Promise<Verdict>;

export interface LenientComparison {
  /** Requests on which not all judges agree, with the verdict of each. */
  readonly differences: readonly object[];
  /** How often each verdict came: a code, or `accepted`. */
  readonly verdicts: Readonly<Record<string, number>>;
}

const { cascades } = sampleAccounts[0];
const lenient = switchesOf(Object.fromEntries(Object.keys(lenientSwitches).map((name) => [name, true])));
const cascadeOf = new Map(cascades.map((cascade) => [cascade.id, cascade]));
const account = { cascades: cascadeOf, settings: completeSettings({ lenient }) };
const headers = { 'x-api-key': 'lenient-key', 'content-type': 'application/json' };

/** The mock, preflight and the rules that the service runs before its store, with all switches on. */
export async function lenientJudges(): Promise<Record<string, Judge>> {
  const mock = await createMock();
  return {
    async mock(request) {
      const readBody = async () => Buffer.from(JSON.stringify(request));
      const answer = await mock.answer({
        method: 'POST',
        target: '/api/cascade/schedule',
        headers,
        readBody,
      });
      return verdictOf(answer.status, JSON.parse(answer.body));
    },
    service(request) {
      const judged = judgeBeforeStore(request, account, () => new Date());
      return verdictOfProblem('problem' in judged ? judged.problem : judged.found);
    },
    preflight: (request) => verdictOfProblem(preflight(request, { lenient, cascades })),
  };
}

/** A running service with the demo accounts. */
export function serviceAt(url: string): Judge {
  return async (request) => {
    const body = JSON.stringify(request);
    const answer = await fetch(`${url}/api/cascade/schedule`, { method: 'POST', headers, body });
    return verdictOf(answer.status, await answer.json());
  };
}

/** Holds the verdicts of the judges against each other, for generated requests; the seed repeats a run. */
export async function compareLenient(
  judges: Readonly<Record<string, Judge>>,
  requests: number,
  seed: number,
): Promise<LenientComparison> {
  const differences: object[] = [];
  const counts: Record<string, number> = {};
  const batchSize = 1_000;
  for (let done = 0; done < requests; done += batchSize) {
    const numRuns = Math.min(batchSize, requests - done);
    for (const [index, generated] of fc.sample(olderRequest, { numRuns, seed: seed + done }).entries()) {
      // As a server reads it: without undefined members.
      const request: unknown = JSON.parse(JSON.stringify(withOwnId(generated, done + index)));
      const verdicts: Record<string, Verdict> = {};
      for (const [name, judge] of Object.entries(judges)) verdicts[name] = await judge(request);
      const [first = 'accepted', ...others] = Object.values(verdicts);
      if (others.some((verdict) => verdict !== first)) differences.push({ request, verdicts });
      const code = first === 'accepted' ? first : String(JSON.parse(first).title);
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  const byCount = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  return { differences, verdicts: Object.fromEntries(byCount) };
}

function verdictOf(status: number, body: unknown): Verdict {
  return status === 200 ? 'accepted' : verdictOfProblem(Object(body));
}

function verdictOfProblem(
  problem: { title: unknown; status: unknown; detail?: unknown } | undefined,
): Verdict {
  if (problem === undefined) return 'accepted';
  const { title, status, detail } = problem;
  return JSON.stringify({ title, status, detail });
}

/** Generated ids repeat, and whether one was used is the provider's state. */
function withOwnId(request: unknown, count: number): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const { requestId } = Object(request);
  const own = `abcdef00-0000-4000-8000-${String(count).padStart(12, '0')}`;
  if (requestId === undefined || requestId === null) return { ...request, requestId: own };
  if (typeof requestId !== 'string' || requestId === '') return request;
  if (/^[0-9a-f-]{36}$/i.test(requestId)) {
    return { ...request, requestId: requestId === requestId.toUpperCase() ? own.toUpperCase() : own };
  }
  const digits = String(count);
  return { ...request, requestId: digits + [...requestId].slice(digits.length).join('') };
}
