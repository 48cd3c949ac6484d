import { countBy } from '../callers.ts';

/** A message that the gateway took, once. Times are milliseconds of the wall clock. */
export interface Send {
  /** The request id in the text and the channel: another stage of the same message is another key. */
  readonly key: string;
  /** The `idempotency-key`; SMPP has none. */
  readonly attempt?: string;
  readonly receivedAt: number;
  /** NaN until the gateway has answered. */
  answeredAt: number;
}

/** A time in which the result of a send can be lost: a kill, a frozen process, a failover. */
export interface LossWindow {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What the gateway saw. */
export type View = ReturnType<ReturnType<typeof createTally>['view']>;
/** A fault with its sends. No more can be repeated because of it than were under way. */
export type FaultView = View['faults'][number];

const requestId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const mostExamples = 5;

/** The sends of a run, in their order. */
export function createTally() {
  const sends: Send[] = [];
  let withoutId = 0;
  return {
    /** Counts a send; returns what must be called when the gateway answers. */
    note(text: string, channel: string, attempt?: string) {
      const id = requestId.exec(text)?.[0];
      if (id === undefined) {
        withoutId += 1;
        return () => {};
      }
      const send: Send = { key: `${channel} ${id}`, receivedAt: Date.now(), answeredAt: Number.NaN };
      sends.push(attempt === undefined ? send : Object.assign(send, { attempt }));
      return () => {
        send.answeredAt = Date.now();
      };
    },
    /** How often each request id came, on any channel. */
    counts: () => Object.entries(countBy(sends.map(({ key }) => key.slice(key.indexOf(' ') + 1)))),
    view: (faults: readonly LossWindow[], windowMs: number) => ({
      /** Texts without a request id: they are not judged. */
      withoutId,
      ...viewOf(sends, faults, windowMs),
    }),
  };
}

/**
 * A repeat is explained by a fault if the send before it was under way at the fault: received before its end,
 * and answered less than `windowMs` before its begin, so that the result was perhaps not committed.
 */
export function viewOf(sends: readonly Send[], faults: readonly LossWindow[], windowMs: number) {
  const latest = new Map<string, Send>();
  const byFault = new Map<LossWindow, Send[]>();
  const unexplained: { readonly send: Send; readonly before: Send }[] = [];
  let repeats = 0;
  for (const send of sends) {
    const before = latest.get(send.key);
    latest.set(send.key, send);
    if (before === undefined) continue;
    repeats += 1;
    const fault = faults.find((one) => isUnderWay(before, one, windowMs) && send.receivedAt >= one.from);
    if (fault === undefined) unexplained.push({ send, before });
    else byFault.set(fault, [...(byFault.get(fault) ?? []), before]);
  }
  const attempts = new Set(sends.flatMap(({ attempt }) => attempt ?? []));
  return {
    sends: sends.length,
    /** None if nothing came by HTTP. */
    ...(attempts.size > 0 && { attempts: attempts.size }),
    /** Distinct, by stage. */
    texts: latest.size,
    /** Sends beyond the first of a text and stage, and those of them that no fault explains. */
    repeats,
    unexplained: unexplained.length,
    examples: unexplained.slice(0, mostExamples).map(({ send, before }) => exampleOf(send, before)),
    windowMs,
    faults: faults.map((fault) => faultOf(fault, sends, byFault.get(fault) ?? [], windowMs)),
  };
}

function faultOf(fault: LossWindow, sends: readonly Send[], repeated: readonly Send[], windowMs: number) {
  const { name, from } = fault;
  const answers = repeated.map(({ answeredAt }) => from - answeredAt).filter((ms) => ms >= 0);
  const underWay = sends.filter((send) => isUnderWay(send, fault, windowMs));
  const unanswered = underWay.filter((send) => send.receivedAt <= from && !(send.answeredAt < from));
  const recent = sends.filter(({ receivedAt }) => receivedAt <= from && receivedAt > from - windowMs);
  return {
    name,
    repeats: repeated.length,
    /** Received before its end, and answered no longer than the window before its begin. */
    underWay: underWay.length,
    /** Those of them that the gateway had received and not answered at its begin. */
    unanswered: unanswered.length,
    /** Sends a second in the window before it. */
    perSecond: Math.round((recent.length * 1_000) / windowMs),
    /**
     * How long before the fault the gateway had answered the oldest send that was repeated; null without one.
     */
    oldestAnswerMs: answers.length === 0 ? null : Math.max(...answers),
  };
}

function isUnderWay({ receivedAt, answeredAt }: Send, { from, to }: LossWindow, windowMs: number): boolean {
  // Without an answer, the comparison with NaN is false.
  return receivedAt <= to && !(answeredAt < from - windowMs);
}

/** A text that the gateway took again for no reason that the service may have. */
function exampleOf(send: Send, before: Send) {
  return {
    text: send.key,
    at: new Date(send.receivedAt).toISOString(),
    afterMs: send.receivedAt - before.receivedAt,
    ...(send.attempt !== undefined && { isSameAttempt: send.attempt === before.attempt }),
  };
}
