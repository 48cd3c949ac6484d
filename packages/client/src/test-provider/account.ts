import { type LenientSwitches, readSchedulingRequest } from '@cascade/lenient-requests';
import type {
  Cascade,
  CascadeStage,
  MessageHistory,
  MessageHistoryEntry,
  MessageHistoryRequest,
  SchedulingRequest,
} from '@cascade/types';
import { type CascadeShape, type Facts, judgeScheduling, type RequestProblem } from '@cascade/validator';
import { cases, sampleAccounts } from '../generated/cases.ts';

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
interface AcceptedMessage {
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

/** A case of the catalogue by the name of its example; most have the name of their code. */
export type CaseName = keyof typeof cases;

/** The smallest request that provokes a problem, and the expected answer. */
export interface ProvokingRequest {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** Whether the provider must have accepted the same request before. */
  readonly sentBefore: boolean;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  };
}

/** A case as the catalogue lists it. */
interface CatalogueCase extends Pick<ProvokingRequest, 'code' | 'status' | 'title' | 'request'> {
  readonly detail?: string;
  readonly sentBefore?: boolean;
  readonly repeat?: { readonly at: string; readonly text: string; readonly times: number };
}

/** All cases: at least one for each listed code. */
export const caseNames: readonly CaseName[] = Object.keys(cases).filter(isCaseName);

/** The request that provokes a case of the catalogue. */
export function provokingRequest(name: CaseName): ProvokingRequest {
  const { repeat, detail, sentBefore = false, request, ...rest }: CatalogueCase = cases[name];
  // Only `payload-too-large` repeats a text: the length of the body matters, not the member.
  const padding = repeat && { comment: repeat.text.repeat(repeat.times) };
  return { ...rest, detail, sentBefore, request: { ...request, body: { ...request.body, ...padding } } };
}

/** Whether a case of the catalogue has this name. */
export function isCaseName(name: string): name is CaseName {
  return Object.hasOwn(cases, name);
}

/** A cascade as the provider lists it: each stage holds the next one; `decision` starts it (ADR-0013). */
export function listed({ id, name, stages }: TestCascade): Cascade {
  return {
    id,
    name: name ?? `cascade ${id}`,
    status: 'ACTIVE',
    stagesCount: stages.length,
    stages: nested(stages),
  };
}

function nested(stages: TestCascade['stages'], order = 0, ttl?: string): CascadeStage[] {
  const [first, ...rest] = stages;
  if (first === undefined) return [];
  const { uuid, channel, subject } = first;
  const name = subject?.subject ?? '';
  return [
    {
      uuid,
      order,
      decision: ttl === undefined ? null : { type: 'TTL', ttl },
      subject: { id: subject?.id ?? 1, name, subject: name, type: channel },
      stages: nested(rest, order + 1, first.ttl),
    },
  ];
}

/** A page of the history (ADR-0035). Messages of the test provider stay `ENQUEUED` at their first stage. */
export function historyPage(
  messages: readonly AcceptedMessage[],
  { sort = [], offset = 0, limit = 100, ...filter }: MessageHistoryRequest,
): MessageHistory {
  const matching = messages.map(toEntry).filter((entry) => matches(entry, filter));
  if (sort[0]?.direction?.toUpperCase() !== 'ASC') matching.reverse();
  return { hasNext: matching.length > offset + limit, content: matching.slice(offset, offset + limit) };
}

type Entry = Required<MessageHistoryEntry>;

function matches(entry: Entry, filter: MessageHistoryRequest): boolean {
  const at = Date.parse(entry.statusAt);
  const { requestId, messageId, subscriberFilter, channelTypes, subjectId, direction } = filter;
  return (
    (requestId === undefined || keyOf(requestId) === keyOf(entry.requestId ?? '')) &&
    (messageId === undefined || messageId === entry.messageId) &&
    (subscriberFilter === undefined || subscriberFilter.address === entry.address) &&
    (channelTypes === undefined || channelTypes.includes(entry.channelType)) &&
    (subjectId === undefined || subjectId === entry.subjectId) &&
    (direction === undefined || direction === entry.direction) &&
    (filter.dateFrom === undefined || at >= Date.parse(filter.dateFrom)) &&
    (filter.dateTo === undefined || at < Date.parse(filter.dateTo))
  );
}

/** UUIDs are compared without case, any other request id exactly (ADR-0007). */
function keyOf(requestId: string): string {
  return /^[0-9a-f-]{36}$/i.test(requestId) ? requestId.toLowerCase() : requestId;
}

const memberOf = { SMS: 'smsContent', CHATONE: 'chatoneContent', CHATTWO: 'chattwoContent' } as const;

function toEntry({ messageId, request, cascade, acceptedAt }: AcceptedMessage): Entry {
  const [{ channel, subject } = { channel: 'SMS', subject: undefined }] = cascade.stages;
  const member =
    channel === 'SMS' || channel === 'CHATONE' || channel === 'CHATTWO' ? memberOf[channel] : undefined;
  return {
    messageId,
    requestId: request.requestId,
    comment: request.comment ?? null,
    direction: 'OUT',
    channelType: channel,
    subjectId: subject?.id ?? null,
    cascadeId: cascade.id,
    address: request.subscriberFilter.address,
    content: { ...(member && request.content[member]) },
    deliveryStatus: 'ENQUEUED',
    statusAt: acceptedAt.toISOString(),
    error: null,
  };
}
