import type { ReceivedRequest, SentCallback } from '../src/generated/control.ts';

/** A stage of a message, as far as events tell of it. */
export interface ShownStage {
  readonly channel: string;
  readonly steps: readonly ShownStep[];
}

interface ShownStep {
  readonly status: string;
  readonly at: string;
  readonly error: string | null;
  /** Whether the next stage had started before. */
  readonly isLate: boolean;
}

/** A message that was accepted, or of which an event tells. */
export interface ShownMessage {
  readonly requestId: string;
  readonly account: string;
  readonly address: string | null;
  readonly stages: readonly ShownStage[];
}

interface OpenMessage extends Omit<ShownMessage, 'stages'> {
  isAccepted: boolean;
  readonly events: StatusEvent[];
}

interface StatusEvent {
  readonly requestId: string;
  readonly stage: string;
  readonly channel: string;
  readonly status: string;
  readonly at: string;
  readonly error: string | null;
}

/** The messages with their stages, the newest first. */
export function messagesOf(
  requests: readonly ReceivedRequest[],
  callbacks: readonly SentCallback[],
): readonly ShownMessage[] {
  const messages = new Map<string, OpenMessage>();
  const open = (requestId: string, account: string, address: string | null): OpenMessage => {
    const key = `${account} ${requestId.toLowerCase()}`;
    const found = messages.get(key) ?? { requestId, account, address, isAccepted: false, events: [] };
    messages.set(key, found);
    return found;
  };
  for (const { operation, status, account, address, body } of requests) {
    const { requestId } = Object(body);
    if (operation !== 'scheduleMessage' || requestId === undefined || account === null) continue;
    // Without an answer, events will tell whether it was carried out.
    if (status === 200) open(String(requestId), account, address).isAccepted = true;
    else if (status === null) open(String(requestId), account, address);
  }
  const told = new Set<string>();
  for (const { webhookId, account, event } of callbacks) {
    const read = readEvent(event);
    if (read === undefined || told.has(webhookId)) continue;
    told.add(webhookId);
    open(read.requestId, account, null).events.push(read);
  }
  const shown = [...messages.values()].filter(({ isAccepted, events }) => isAccepted || events.length > 0);
  return shown
    .map(({ requestId, account, address, events }) => ({
      requestId,
      account,
      address,
      stages: stagesOf(events),
    }))
    .toReversed();
}

/** Nothing for an event of a test's own that is not one of a message. */
function readEvent(event: unknown): StatusEvent | undefined {
  const { requestId, cascadeStageUUID, channelType, status, statusAt, error = null } = Object(event);
  const texts = [requestId, cascadeStageUUID, channelType, status, statusAt];
  if (!texts.every((one) => typeof one === 'string')) return undefined;
  const reason = error === null ? null : String(error);
  return {
    requestId,
    stage: cascadeStageUUID,
    channel: channelType,
    status,
    at: statusAt,
    error: reason,
  };
}

/** By the times of the events: callbacks can overtake each other. */
function stagesOf(events: readonly StatusEvent[]): readonly ShownStage[] {
  const stages = Map.groupBy(
    events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    ({ stage }) => stage,
  );
  const begins = [...stages.values()].map(([first]) => Date.parse(first?.at ?? ''));
  return [...stages.values()].map((steps, position) => ({
    channel: steps[0]?.channel ?? '',
    steps: steps.map(({ status, at, error }) => ({
      status,
      at,
      error,
      isLate: Date.parse(at) > (begins[position + 1] ?? Number.POSITIVE_INFINITY),
    })),
  }));
}

/** What a message has come to: the best of its stages, else the latest status. */
export function lastStatusOf({ stages }: ShownMessage): string {
  const statuses = stages.flatMap(({ steps }) => steps.map(({ status }) => status));
  const best = ['READ', 'DELIVERED'].find((status) => statuses.includes(status));
  return best ?? stages.at(-1)?.steps.at(-1)?.status ?? 'accepted';
}
