import { defined } from '../../defined.ts';
import type { GatewayResponse } from '../gateway.ts';
import { NoAnswerError, NoRoomError, type TurnLease } from '../gateway-lane.ts';
import type { TextPart } from '../part-receipts.ts';
import { resultOf, SmppError } from './result-of.ts';
import { type Fields, type Pdu, type SmppConnection, type SmppSettings, waitFor } from './smpp-connection.ts';
import { createSubmitWindow, type Place, type SubmitWindow } from './submit-window.ts';
import { type ValidityForm, validityPeriod } from './validity.ts';

export interface SubmitterOptions {
  /** The connection for the next submit; undefined if there is none. */
  link(): SmppConnection | undefined;
  /** Our reference of a message by the id in the response. */
  referenceOf(id: string): `smpp:${string}`;
  /** Whether each part of a text has a receipt of its own; else that of the last part counts for all. */
  readonly receiptOf?: SmppSettings['receiptOf'];
  /** What a command_status means, if not what the table says. */
  readonly statuses?: SmppSettings['statuses'];
  /** How each submit says when its stage ends; relative if absent. */
  readonly validity?: ValidityForm | undefined;
  /** Called with the command_status of each refusal. */
  onRefusal?(status: number): void;
  /** For each response. */
  readonly timeoutSeconds: number;
  /** The most submits without a response, those included whose call was aborted; no limit if absent. */
  readonly window?: number;
  /** Called when a response is late, and nothing at all was heard since its submit. */
  onSilence(connection: SmppConnection): void;
  /** How many attempts are remembered; 10,000 if absent. */
  readonly most?: number;
}

/** How far an attempt came. */
interface Progress {
  /** How many of its submits the SMSC has accepted. */
  accepted: number;
  /** The SMSC's ids of them, and of copies that were written again. */
  readonly ids: string[];
  /** The same as receipts name them, if each part of the text has one. */
  readonly parts: TextPart[];
  /** The next submit, if it was written: settles with its response, or when the connection is lost. */
  outstanding: Promise<void> | undefined;
  /** Submits that were written and may still be answered, those included that are written again. */
  unanswered: number;
  /** How often the outstanding submit was not answered in time: though others were, and like all others. */
  silences: number;
  unheard: number;
  /** How often the next submit was written and not answered in two time-outs, though others were. */
  swallowed: number;
  /**
   * How often the connection was lost while the next submit was outstanding, with an answer to another one
   * between each two; and how many the SMSC had answered the last time.
   */
  losses: number;
  lostAt: number | undefined;
  /** The call that submits. Another call waits for its end. */
  call: Promise<unknown> | undefined;
  result: GatewayResponse | undefined;
}

/** A submit that no answer comes to, or behind which the connection is lost, is written this often. */
const mostTries = 3;

/** The SMSC says nothing of a text that it does not survive, or swallows (ADR-0039). */
const givenUp: GatewayResponse = { status: 'UNDELIVERED', reason: 'message-undeliverable' };

/** A call for an attempt. */
interface Call {
  readonly attemptId: string;
  readonly progress: Progress;
  readonly submits: readonly Fields[];
  readonly lease: TurnLease;
}

/**
 * Submits attempts, and remembers how far each came.
 *
 * A submit is written again only if its connection was lost before the response, the SMSC refused it for a
 * while, or it was not answered within two time-outs (decisions/smpp-duplicates.md). A call that ends before
 * the response leaves the submit outstanding, and the next call for the attempt waits for it.
 */
export class Submitter {
  readonly #options: SubmitterOptions;
  readonly #memory: ReturnType<typeof createMemory>;
  readonly #window: SubmitWindow;
  readonly #outstanding = new Set<Promise<void>>();
  /** The submits that the SMSC has answered so far. */
  #answers = 0;
  /** When one was last written again although the SMSC answered none. */
  #foundOutAt = Number.NEGATIVE_INFINITY;

  constructor(options: SubmitterOptions) {
    this.#options = options;
    this.#memory = createMemory(options.most ?? 10_000);
    this.#window = createSubmitWindow(options.window ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Submits what the SMSC has not accepted yet of an attempt, in order, and resolves to the result.
   * @throws {SlowDownError}, {RefusesUsError}, {SmppError} if a refusal is temporary, or the connection is
   * lost; {NoRoomError} without one; the error of the lease.
   */
  async submit(attemptId: string, submits: readonly Fields[], lease: TurnLease): Promise<GatewayResponse> {
    const memory = this.#memory;
    let progress = memory.progressOf(attemptId);
    for (; progress.call !== undefined; progress = memory.progressOf(attemptId))
      await waitFor(progress.call, { signal: lease.signal });
    const call = this.#advance({ attemptId, progress, submits, lease });
    const end = () => {
      progress.call = undefined;
      memory.tidy(attemptId, progress);
    };
    progress.call = call.then(end, end);
    return call;
  }

  /**
   * Whether the connection was lost behind one of its submits: it may be what the SMSC does not survive, and
   * must not cost others anything.
   */
  isSuspect(attemptId: string): boolean {
    return this.#memory.isSuspect(attemptId);
  }

  /** The latest attempt to which the SMSC responded with this reference, committed or not. */
  attemptOf(reference: string): string | undefined {
    return this.#memory.attempts.get(reference);
  }

  /** The SMSC's ids of what it has accepted of an attempt, as it wrote them. */
  idsOf(attemptId: string): readonly string[] {
    return this.#memory.idsOf(attemptId);
  }

  /** The accepted parts of a text of which each has a receipt; none if it has one receipt. */
  partsOf(attemptId: string): readonly TextPart[] {
    return this.#memory.partsOf(attemptId);
  }

  /** Resolves to true when no submit of now is outstanding any longer, to false after that many seconds. */
  async answered(limit: number): Promise<boolean> {
    const all = Promise.allSettled(this.#outstanding).then(() => true);
    return waitFor(all, { what: 'responses', seconds: limit }).catch(() => false);
  }

  async #advance(call: Call): Promise<GatewayResponse> {
    const { progress, lease } = call;
    for (let isFirst = true; progress.result === undefined; isFirst = false) {
      if (progress.outstanding === undefined && !isFirst) await lease.next();
      await this.#wait(call, progress.outstanding ?? (await this.#written(call)).noted);
    }
    return progress.result;
  }

  /** A submit whose call was aborted still has its place, and this one waits for another. */
  async #written(call: Call): Promise<{ readonly noted: Promise<void> }> {
    const { attemptId, progress, lease } = call;
    const place = await this.#window.take(() => this.isSuspect(attemptId), lease.signal);
    try {
      if (progress.result === undefined) return { noted: this.#write(call, place) };
    } catch (error) {
      place.free();
      throw error;
    }
    // A copy of before was answered while this one waited.
    place.free();
    return { noted: Promise.resolve() };
  }

  #write(call: Call, place: Place): Promise<void> {
    const { progress, submits, lease } = call;
    const { link, timeoutSeconds, onSilence, validity = 'relative' } = this.#options;
    const connection = link();
    if (connection === undefined) throw new NoRoomError('the SMSC is away');
    lease.check();
    const part = progress.accepted;
    const writtenAt = performance.now();
    // It may have waited for its turn for long.
    const validity_period = validityPeriod(validity, lease.leftMs(), new Date());
    const noted: Promise<void> = connection
      .request('submit_sm', { ...submits[part], validity_period })
      .then(
        (pdu) => this.#note(call, part, pdu),
        (error) => {
          // Another copy may have been lost with it: that is one loss.
          const isLatest = progress.outstanding === undefined || progress.outstanding === noted;
          if (isLatest && !(error instanceof NoRoomError)) this.#lost(call);
          throw error;
        },
      )
      .finally(() => {
        clearTimeout(timer);
        place.free();
        this.#outstanding.delete(noted);
        progress.unanswered -= 1;
        if (progress.outstanding === noted) progress.outstanding = undefined;
      });
    const timer = setTimeout(() => {
      place.free();
      if (connection.heardAt < writtenAt) onSilence(connection);
    }, timeoutSeconds * 1_000);
    noted.catch(() => {});
    this.#outstanding.add(noted);
    progress.outstanding = noted;
    progress.unanswered += 1;
    progress.silences = 0;
    progress.unheard = 0;
    return noted;
  }

  /**
   * @throws {NoAnswerError} if the submit is not answered in time, and others are; {SmppError} if none is, or
   * the connection is lost.
   */
  async #wait({ progress, lease }: Call, noted: Promise<void>): Promise<void> {
    const { timeoutSeconds: seconds } = this.#options;
    const before = this.#answers;
    if (await waitFor(settlesWithin(seconds, noted), { signal: lease.signal })) return;
    const says = `no response to submit_sm within ${seconds} seconds`;
    const isSilence = this.#answers > before;
    if (isSilence) progress.silences += 1;
    else progress.unheard += 1;
    // The SMSC has lost it, or swallows it each time.
    const isSwallowed = progress.silences >= 2;
    if ((isSwallowed || this.#findsOut(progress)) && progress.outstanding === noted) {
      progress.outstanding = undefined;
      this.#outstanding.delete(noted);
      if (isSwallowed) progress.swallowed += 1;
      if (progress.swallowed >= mostTries) progress.result ??= givenUp;
    }
    throw isSilence ? new NoAnswerError(says) : new SmppError(says);
  }

  /**
   * While the SMSC answers no submit at all, one is written again in two time-outs, and finds out for all.
   */
  #findsOut({ unheard }: Progress): boolean {
    const now = performance.now();
    if (unheard < 2 || now - this.#foundOutAt < 2_000 * this.#options.timeoutSeconds) return false;
    this.#foundOutAt = now;
    return true;
  }

  /**
   * The connection was lost behind a submit. A further loss counts if the SMSC has answered another submit
   * since the last one: else the SMSC may be away for all, and that says nothing of this text.
   */
  #lost({ progress }: Call): void {
    if (progress.lostAt === this.#answers) return;
    progress.lostAt = this.#answers;
    progress.losses += 1;
    if (progress.losses >= mostTries) progress.result ??= givenUp;
  }

  #note(call: Call, part: number, response: Pdu): void {
    const { progress } = call;
    const { message_id: written, command_status: status } = response;
    const id = typeof written === 'string' && written !== '' ? written : undefined;
    const reference = id === undefined ? undefined : this.#options.referenceOf(id);
    this.#answers += 1;
    progress.losses = 0;
    progress.swallowed = 0;
    if (status !== 0) this.#options.onRefusal?.(status);
    const result = resultOf(response, reference, this.#options.statuses);
    if (result.status === 'SENT') this.#noteId(call, part, id, reference);
    // It was written twice, and has been accepted before.
    if (part < progress.accepted) return;
    if (result.status === 'SENT') progress.accepted += 1;
    if (result.status === 'SENT' && progress.accepted < call.submits.length) return;
    progress.result = result.status === 'SENT' && this.#hasParts(call) ? sentInParts(progress) : result;
  }

  /** The SMSC has accepted a part, and names it so. */
  #noteId(call: Call, part: number, id?: string, reference?: `smpp:${string}`): void {
    const { attemptId, progress, submits } = call;
    if (id === undefined || reference === undefined) return;
    progress.ids.push(id);
    if (this.#hasParts(call)) progress.parts.push({ reference, part: part + 1 });
    // The receipt of the last part counts for all; of two copies of it, the first that was accepted.
    else if (part === submits.length - 1 && progress.accepted === part)
      this.#memory.attempts.set(reference, attemptId);
  }

  /** Whether each of several parts has a receipt of its own. */
  #hasParts({ submits }: Call): boolean {
    return this.#options.receiptOf === 'each' && submits.length > 1;
  }
}

/** The receipt of one part says nothing of the attempt, so its reference must not lead there. */
function sentInParts({ ids }: Progress): GatewayResponse {
  return defined({ status: 'SENT', reference: ids.at(-1) } as const);
}

/** Resolves to whether the work has ended in that time; rejects if it rejects before. */
async function settlesWithin(seconds: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), seconds * 1_000);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
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
    idsOf: (attemptId: string): readonly string[] => known.get(attemptId)?.ids ?? [],
    partsOf: (attemptId: string): readonly TextPart[] => known.get(attemptId)?.parts ?? [],
    isSuspect: (attemptId: string) => (known.get(attemptId)?.losses ?? 0) > 0,
    /** As the newest; beyond the limit the oldest is forgotten of which nothing is under way. */
    progressOf(attemptId: string): Progress {
      const progress = known.get(attemptId) ?? {
        accepted: 0,
        ids: [],
        parts: [],
        outstanding: undefined,
        unanswered: 0,
        unheard: 0,
        silences: 0,
        swallowed: 0,
        losses: 0,
        lostAt: undefined,
        call: undefined,
        result: undefined,
      };
      known.delete(attemptId);
      known.set(attemptId, progress);
      if (known.size > most) forgetOldest();
      return progress;
    },
    /** Forgets an attempt of which nothing was submitted. */
    tidy(attemptId: string, { accepted, unanswered, losses, result }: Progress): void {
      const isKnown = accepted > 0 || unanswered > 0 || losses > 0;
      if (!isKnown && result === undefined) known.delete(attemptId);
    },
  };
}
