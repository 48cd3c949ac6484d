import { randomUUID } from 'node:crypto';
import { preflight } from '@cascade/client/preflight';
import fc from 'fast-check';
import { sampleAccounts } from '../../src/generated/cases.ts';
import { anyRequest } from './any-request.ts';

/** A request about which preflight and provider do not agree. */
interface Difference {
  readonly request: unknown;
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface Comparison {
  readonly requests: number;
  readonly differences: readonly Difference[];
  /** How often each verdict came: a code, or `accepted`. */
  readonly verdicts: Readonly<Record<string, number>>;
}

const { cascades } = sampleAccounts[0];
const batchSize = 1_000;
const inFlight = 64;

/**
 * Holds what preflight says against what a provider answers, for generated requests; the seed repeats a run.
 */
export async function compare(url: string, requests: number, seed: number): Promise<Comparison> {
  const differences: Difference[] = [];
  const verdicts: Record<string, number> = {};
  for (let done = 0; done < requests; done += batchSize) {
    const batch = fc.sample(anyRequest, { numRuns: Math.min(batchSize, requests - done), seed: seed + done });
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        for (let request = batch.pop(); request !== undefined; request = batch.pop()) {
          const { verdict, difference } = await compareOne(url, withFreshId(request));
          verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
          if (difference !== undefined) differences.push(difference);
        }
      }),
    );
  }
  return { requests, differences, verdicts };
}

async function compareOne(url: string, request: unknown) {
  const problem = preflight(request, { cascades });
  const expected = problem && pick(problem);
  const answer = await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const body: unknown = await answer.json();
  const actual = answer.status === 200 ? undefined : pick(Object(body));
  const isSame = JSON.stringify(actual) === JSON.stringify(expected);
  return {
    verdict: problem?.code ?? 'accepted',
    difference: isSame ? undefined : { request, expected, actual: actual ?? body },
  };
}

function pick({ title, status, detail }: { title: unknown; status: unknown; detail?: unknown }) {
  return { title, status, detail };
}

/** Shrunken generators repeat UUIDs, and whether one was used is the provider's state. */
function withFreshId(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const { requestId } = Object(request);
  const isUuid = typeof requestId === 'string' && /^[0-9a-f-]{36}$/i.test(requestId);
  const fresh = isUuid && requestId === requestId.toUpperCase() ? randomUUID().toUpperCase() : randomUUID();
  return isUuid || requestId === undefined || requestId === null ? { ...request, requestId: fresh } : request;
}
