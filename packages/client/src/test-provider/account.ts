import { type LenientSwitches, readSchedulingRequest } from '@cascade/lenient-requests';
import type { SchedulingRequest } from '@cascade/types';
import type { CascadeShape, Facts, RequestProblem } from '@cascade/validator';
import { judgeScheduling } from '@cascade/validator';
import { sampleAccounts } from '../generated/cases.ts';

/** A cascade of the test provider; time to live and sender of a stage appear in the list and the history. */
export interface TestCascade extends CascadeShape {
  readonly name?: string;
  readonly stages: readonly {
    readonly uuid: string;
    readonly channel: string;
    /** HH:MM:SS, after which the next stage starts. */
    readonly ttl?: string;
    readonly subject?: { readonly id: number; readonly subject?: string };
  }[];
}

/** An accepted message, in the described form and with its `requestId` as it was sent. */
export interface AcceptedMessage {
  readonly messageId: number;
  readonly request: SchedulingRequest;
  readonly cascade: TestCascade;
  readonly acceptedAt: Date;
}

/** An account of the test provider, with its used request ids and balance. */
export interface TestAccount {
  readonly cascades: readonly TestCascade[];
  readonly lenient: LenientSwitches;
  /** Oldest first. */
  readonly messages: readonly AcceptedMessage[];
  /** Accepts a request, or returns its problem. */
  schedule(body: unknown): AcceptedMessage | RequestProblem;
}

/** The accounts of the samples by their valid keys, with no request id used yet. */
export function sampleAccountsByKey(
  lenient: LenientSwitches,
  cascades?: readonly TestCascade[],
): ReadonlyMap<string, TestAccount> {
  return new Map(
    sampleAccounts.flatMap((sample) => {
      const account = createAccount(lenient, cascades ?? sample.cascades, sample.balance, sample.prices);
      return sample.keys.filter((key) => !('expiresAt' in key)).map(({ key }) => [key, account] as const);
    }),
  );
}

function createAccount(
  lenient: LenientSwitches,
  cascades: readonly TestCascade[],
  balance: number,
  prices: Readonly<Record<string, number>>,
): TestAccount {
  const used = new Set<string>();
  const messages: AcceptedMessage[] = [];
  const uuidOf = createUuids();
  let money = balance;
  const find = (id: number) => cascades.find((cascade) => cascade.id === id);
  const cost = ({ stages }: CascadeShape) =>
    stages.reduce((sum, { channel }) => sum + (prices[channel] ?? 0), 0);
  const facts: Facts = {
    isRequestIdUsed: (id) => used.has(id.toLowerCase()),
    findCascade: find,
    canAfford: (cascade) => cost(cascade) <= money,
  };
  return {
    cascades,
    lenient,
    messages,
    schedule(body) {
      const reading = readSchedulingRequest(body, lenient, uuidOf);
      const problem = 'problem' in reading ? reading.problem : judgeScheduling(reading.value, facts).problem;
      if (problem !== undefined) return problem;
      const read = accepted('value' in reading ? reading.value : undefined);
      const cascade = find(read.cascadeId);
      if (cascade === undefined) throw new Error('the rules accepted a cascade that does not exist');
      used.add(read.requestId.toLowerCase());
      money -= cost(cascade);
      const request = { ...read, requestId: accepted(body).requestId };
      const message = { messageId: messages.length + 1, request, cascade, acceptedAt: new Date() };
      messages.push(message);
      return message;
    },
  };
}

/** A UUID for each text, the same for the same text, without a hash: the numbers of version 5 (RFC 9562). */
function createUuids(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const uuid = known.get(text) ?? `00000000-0000-5000-8000-${String(known.size).padStart(12, '0')}`;
    known.set(text, uuid);
    return uuid;
  };
}

/** Narrows a body that passed the rules: they are compiled from the schema of this type. */
function accepted(body: unknown): SchedulingRequest {
  if (isSchedulingRequest(body)) return body;
  throw new Error('the rules accepted a body that is not a scheduling request');
}

function isSchedulingRequest(body: unknown): body is SchedulingRequest {
  return typeof body === 'object' && body !== null && 'requestId' in body && 'cascadeId' in body;
}
