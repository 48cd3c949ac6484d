import { stringify } from 'yaml';
import { banner, type GeneratedFile } from '../bundle/index.ts';
import { readContract } from '../index.ts';
import { type CallRow, callRows } from './vectors/call-vectors.ts';
import { readReceptions, receptionId, type WrittenReception } from './vectors/reception-vectors.ts';

/**
 * spec/scenarios/generated: each row of the tables of calls and of receptions that the verifier can play from
 * outside.
 */
export function consumerScenarios(root: string): GeneratedFile[] {
  const calls = callRows(readContract(root)).map(callScenario);
  return [...calls, ...readReceptions().filter(isSeenOutside).map(receptionScenario)];
}

const ends = { scheduled: 'scheduled', 'not-scheduled': 'not scheduled', unknown: 'unknown' } as const;

function callScenario({ vector, problem }: CallRow): GeneratedFile {
  const { id, says, requestId, keepsUsed, attempts, outcome } = vector;
  const { assumes, clauses } = restOf({ vector, ...(problem === undefined ? {} : { problem }) });
  const given = { procedure: 'call', assumes, id: requestId === 'caller' ? requestId : undefined };
  return scenario(`call-${id}`, {
    says: `A client says that the message is ${ends[outcome]} after ${says}.`,
    phase: 'consumers',
    clauses,
    given: { ...given, keepsUsed: keepsUsed || undefined },
    when: { attempts },
    // biome-ignore lint/suspicious/noThenProperty: a section of scenarios is called so.
    then: { outcome },
  });
}

interface Rest {
  /** The decision without which the source does not ask for it. */
  readonly assumes?: string;
  readonly clauses: readonly string[];
}

/** A refusal with a listed code schedules nothing (§4.1, rule 6); the rest is of decisions. */
function restOf({ vector: { attempts, outcome }, problem }: CallRow): Rest {
  if (problem !== undefined) {
    const isListed = problem.provenance === 'documented' && outcome === 'not-scheduled';
    const rests = isListed ? {} : { assumes: problem.decision ?? 'ADR-0060' };
    const own = problem.clauses.filter((clause) => clause.startsWith('7.1/'));
    return { ...rests, clauses: [...own, '4.1/rule-6'] };
  }
  if (JSON.stringify(attempts).includes('requestId-is-not-unique'))
    return { assumes: 'ADR-0007', clauses: ['2.1/requestId-new'] };
  const [first] = attempts;
  const isSuccess =
    attempts.length === 1 && (first?.answer?.status ?? 0) < 300 && first?.answer !== undefined;
  return { assumes: isSuccess ? 'ADR-0001' : 'ADR-0060', clauses: ['4.1/success'] };
}

/** A receiver is judged as it runs: how it starts, and what its store does, is not seen. */
function isSeenOutside({ starts, store }: WrittenReception): boolean {
  return starts === undefined && store === undefined;
}

function receptionScenario(row: WrittenReception): GeneratedFile {
  const { says, secrets, handler, longest, requests = [], handled = 0 } = row;
  const assumes = decisionOf(row);
  return scenario(`reception-${receptionId(row)}`, {
    says: `A receiver meets ${says}.`,
    phase: 'consumers',
    clauses: [assumes === 'ADR-0017' ? '6/signing' : '6/callback'],
    given: { procedure: 'receptions', assumes, knows: secrets, handler, longest },
    when: { requests },
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: { handled },
  });
}

function decisionOf({ secrets, handler, requests = [] }: WrittenReception): string {
  const isAny = (test: (request: (typeof requests)[number]) => boolean) => requests.some(test);
  if (isAny(({ method }) => method !== undefined)) return 'ADR-0014';
  const isSigned = isAny(({ by, altered, headers = {}, age }) =>
    Boolean(by ?? altered ?? age ?? Object.keys(headers).find((name) => name.startsWith('webhook-'))),
  );
  if (isSigned || secrets !== undefined) return 'ADR-0017';
  if (handler !== undefined) return 'ADR-0061';
  return requests.length > 1 ? 'ADR-0018' : 'ADR-0015';
}

function scenario(id: string, value: object): GeneratedFile {
  return {
    path: `spec/scenarios/generated/${id}.yaml`,
    text: banner.yaml + stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }),
  };
}
