import type { GatewayResponse, SendLease } from '../gateway.ts';
import { resultOf } from './result-of.ts';
import { type Fields, type Pdu, type SmppConnection, waitFor } from './smpp-connection.ts';
import type { SubmitWindow } from './submit-window.ts';

export interface SubmitterOptions {
  readonly window: SubmitWindow<SmppConnection>;
  /** Our reference of a message by the id in the response. */
  referenceOf(id: string): `smpp:${string}`;
  /** For a turn in the window, and for each response. */
  readonly timeoutSeconds: number;
  /** Called when a response is late. */
  onLate(): void;
  /** How many attempts are remembered; 10,000 if absent. */
  readonly most?: number;
}

/** How far an attempt came. */
interface Progress {
  /** How many of its submits the SMSC has accepted. */
  accepted: number;
  /** The next submit, if it was written: settles with its response, or when the connection is lost. */
  outstanding: Promise<void> | undefined;
  /** The call that submits. Another call waits for its end. */
  call: Promise<unknown> | undefined;
  result: GatewayResponse | undefined;
}

/**
 * Submits attempts, and remembers how far each came.
 *
 * A submit is written again only if its connection was lost before the response, or the SMSC refused it for a
 * while. A call that ends before the response leaves the submit outstanding, and the next call for the
 * attempt waits for it.
 */
export function createSubmitter(options: SubmitterOptions) {
  const { window, referenceOf, timeoutSeconds: seconds, onLate, most = 10_000 } = options;
  const memory = createMemory(most);
  const outstanding = new Set<Promise<void>>();

  /** A call for an attempt. */
  interface Call {
    readonly attemptId: string;
    readonly progress: Progress;
    readonly submits: readonly Fields[];
    readonly lease: SendLease;
  }

  async function advance(call: Call): Promise<GatewayResponse> {
    const { progress, lease } = call;
    while (progress.result === undefined)
      await waitFor(progress.outstanding ?? (await start(call)).result, { signal: lease.signal });
    return progress.result;
  }

  function start(call: Call) {
    const { progress, submits, lease } = call;
    const wait = { seconds, signal: lease.signal, isBegun: progress.accepted > 0 };
    return window.start(wait, (connection) => {
      lease.check();
      const response = connection.request('submit_sm', submits[progress.accepted]);
      const timer = setTimeout(onLate, seconds * 1000);
      const noted = response
        .then((pdu) => note(call, pdu))
        .finally(() => {
          clearTimeout(timer);
          outstanding.delete(noted);
          progress.outstanding = undefined;
        });
      outstanding.add(noted);
      progress.outstanding = noted;
      return noted;
    });
  }

  /** @throws {SmppError} if the SMSC refuses for a while. */
  function note(
    { attemptId, progress, submits }: Call,
    { command_status: status, message_id: id }: Pdu,
  ): void {
    const reference = typeof id === 'string' && id !== '' ? referenceOf(id) : undefined;
    const result = resultOf(status, reference);
    if (result.status === 'SENT') progress.accepted += 1;
    if (result.status === 'SENT' && progress.accepted < submits.length) return;
    progress.result = result;
    if (reference !== undefined && result.status === 'SENT') memory.attempts.set(reference, attemptId);
  }

  return {
    /**
     * Submits what the SMSC has not accepted yet of an attempt, in order, and resolves to the result.
     * @throws {SmppError} if a turn does not come, a refusal is temporary, or the connection is lost; the
     * error of the lease.
     */
    async submit(attemptId: string, submits: readonly Fields[], lease: SendLease): Promise<GatewayResponse> {
      let progress = memory.progressOf(attemptId);
      for (; progress.call !== undefined; progress = memory.progressOf(attemptId))
        await waitFor(progress.call, { signal: lease.signal });
      const call = advance({ attemptId, progress, submits, lease });
      const end = () => {
        progress.call = undefined;
        memory.tidy(attemptId, progress);
      };
      progress.call = call.then(end, end);
      return call;
    },
    /** The latest attempt to which the SMSC responded with this reference, committed or not. */
    attemptOf: (reference: string): string | undefined => memory.attempts.get(reference),
    /** Resolves to true when no submit of now is outstanding any longer, to false after that many seconds. */
    async answered(limit: number): Promise<boolean> {
      const all = Promise.allSettled(outstanding).then(() => true);
      return waitFor(all, { what: 'responses', seconds: limit }).catch(() => false);
    },
  };
}

/** How far the latest attempts came, and their references. */
function createMemory(most: number) {
  const known = new Map<string, Progress>();
  const attempts = new Map<string, string>();

  function forgetOldest(): void {
    for (const [attemptId, { call, outstanding, result }] of known) {
      if (call !== undefined || outstanding !== undefined) continue;
      known.delete(attemptId);
      const reference = result?.status === 'SENT' ? result.receiptReference : undefined;
      if (reference !== undefined && attempts.get(reference) === attemptId) attempts.delete(reference);
      return;
    }
  }

  return {
    attempts,
    /** As the newest; beyond the limit the oldest is forgotten of which nothing is under way. */
    progressOf(attemptId: string): Progress {
      const progress = known.get(attemptId) ?? {
        accepted: 0,
        outstanding: undefined,
        call: undefined,
        result: undefined,
      };
      known.delete(attemptId);
      known.set(attemptId, progress);
      if (known.size > most) forgetOldest();
      return progress;
    },
    /** Forgets an attempt of which nothing was submitted. */
    tidy(attemptId: string, { accepted, outstanding, result }: Progress): void {
      if (accepted === 0 && outstanding === undefined && result === undefined) known.delete(attemptId);
    },
  };
}
