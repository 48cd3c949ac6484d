import { defined } from '../defined.ts';
import { type CircuitSettings, createCircuit } from '../due/circuit.ts';
import { createRecentMap } from '../recent-map.ts';
import { keyOfId } from '../store/message-key.ts';
import type { Gateway, GatewayAttempt, GatewayResponse, SendLease } from './gateway.ts';
import { Pace } from './pace.ts';

/** The gateway was not asked: it is away, paused, or has no room. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** The gateway has not taken the attempt, and wants fewer for a while: the attempt keeps its place. */
export class SlowDownError extends Error {
  override readonly name = 'SlowDownError';
  /** Milliseconds until it may be asked again; unknown if absent. */
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** The gateway takes fewer requests at once than it has under way: the attempt keeps its place. */
export class FewerAtOnceError extends Error {
  override readonly name = 'FewerAtOnceError';
}

/** The gateway refuses us, and not this attempt: our key, our account or its service. It is paused. */
export class RefusesUsError extends Error {
  override readonly name = 'RefusesUsError';
}

/** The gateway refuses this attempt for a cause that may pass, and says nothing of others. */
export class RefusedForNowError extends Error {
  override readonly name = 'RefusedForNowError';
  /** The undelivered reason, if it is refused again and again. */
  readonly reason: string;

  constructor(message: string, reason = 'message-undeliverable') {
    super(message);
    this.reason = reason;
  }
}

/** The gateway does not tell what became of this attempt, and serves others: that says nothing against it. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** The stage of the attempt ends before it could be sent: that says nothing against the gateway. */
export class StageOverError extends Error {
  override readonly name = 'StageOverError';
}

/** What a request of a turn tells about its gateway. */
type Outcome = 'answered' | 'failed' | 'withdrawn' | SlowDownError | FewerAtOnceError | RefusesUsError;

/** The right to make one request, until it ends. */
interface Turn {
  /** When the wait for it began. */
  readonly since: number;
  end(outcome: Outcome): void;
}

/** Something that waits for its turn. */
interface Waiter {
  readonly accountId: number;
  readonly since: number;
  goesAlone(): boolean;
  go(turn: Turn): void;
  fail(error: unknown): void;
}

export interface GatewayLaneSettings {
  /** Requests under way at once; if absent, ten at first, and one more for each answer up to `mostPlaces`. */
  readonly places?: number | undefined;
  /** No limit if absent. */
  readonly mostPlaces?: number;
  /** The most requests a second; no limit if absent. */
  readonly perSecond?: number | undefined;
  /** Whether it has a link that must come up first. */
  readonly hasLink?: boolean;
  readonly circuit?: CircuitSettings;
  /** Milliseconds of a clock that no one sets. */
  readonly now?: () => number;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** What a replica knows of a gateway. */
export interface LaneView {
  /**
   * `away`: it has no link; `paused`: it failed, and is not asked until the pause ends; `probing`: one
   * request at a time, to find out; `slowed`: it asked for less.
   */
  readonly state: 'open' | 'slowed' | 'probing' | 'paused' | 'away';
  /** Milliseconds until the next probe; 0 if it is not paused. */
  readonly pausedMs: number;
  /** Requests a second, if there is a limit. */
  readonly perSecond: number | null;
  /** Attempts that wait for their turn, and for how many milliseconds one of them has. */
  readonly waiting: number;
  readonly waitingMs: number;
}

/** Milliseconds. A gateway that is back is found within a minute; one with a link tells itself. */
const circuitSettings: CircuitSettings = { failures: 10, shortestPause: 1_000, longestPause: 60_000 };
const placesAtFirst = 10;
/** A gateway that has refused one request too many at once gets one more again after each of these. */
const placeAgainMs = 10_000;
/** An attempt that is refused so often because of others is refused for itself. */
const mostBesideOthers = 3;
/** An attempt that a gateway refuses so often, while it answers others, ends (ADR-0052). */
const mostRefusals = 5;

/**
 * Who may ask a gateway, and when. A link is scarce: attempts wait for it and not each for itself, by turns
 * of their accounts, so that an account that floods it delays another one by its share. What slows the
 * gateway down slows all of them, and each keeps its place.
 */
export class GatewayLane {
  readonly #settings: GatewayLaneSettings;
  readonly #now: () => number;
  readonly #circuit: ReturnType<typeof createCircuit>;
  readonly #pace: Pace;
  readonly #listeners = new Set<() => void>();
  /** By account, the one whose turn is next first. */
  readonly #queues = new Map<number, Waiter[]>();
  readonly #atFirst: number;
  readonly #most: number;
  #places: number;
  /** How many the gateway took at once when it last refused one because of the others. */
  #fewer = { places: Number.POSITIVE_INFINITY, at: 0 };
  #waiting = 0;
  #running = 0;
  /** The requests that it has answered, and how often it refused an attempt while it answered others. */
  #answers = 0;
  readonly #refusals = createRecentMap<string, { readonly count: number; readonly at: number }>(10_000);
  #aloneIsRunning = false;
  #isUp: boolean;
  #why = 'there is no connection yet';
  #alarm: NodeJS.Timeout | undefined;

  constructor(settings: GatewayLaneSettings = {}) {
    const {
      mostPlaces = Number.POSITIVE_INFINITY,
      perSecond,
      hasLink = false,
      circuit = circuitSettings,
    } = settings;
    const { now = () => performance.now(), random = Math.random } = settings;
    this.#settings = settings;
    this.#now = now;
    this.#circuit = createCircuit(circuit, random);
    this.#pace = new Pace(perSecond);
    this.#most = settings.places ?? mostPlaces;
    this.#atFirst = settings.places ?? Math.min(placesAtFirst, mostPlaces);
    this.#places = this.#atFirst;
    this.#isUp = !hasLink;
  }

  /** Whether one more attempt may wait for its turn. */
  get isOpen(): boolean {
    return this.#isUp && this.#running + this.#waiting < this.#circuit.concurrency(this.#now());
  }

  view(): LaneView {
    const now = this.#now();
    const since = [...this.#queues.values()].flat().map((waiter) => waiter.since);
    const pausedMs = this.#circuit.isLimiting ? Math.max(0, Math.round(this.#circuit.pausedUntil - now)) : 0;
    const rate = this.#pace.rate(now);
    return {
      state: this.#stateAt(now, pausedMs),
      pausedMs,
      perSecond: Number.isFinite(rate) ? rate : null,
      waiting: this.#waiting,
      waitingMs: Math.round(now - Math.min(now, ...since)),
    };
  }

  #stateAt(now: number, pausedMs: number): LaneView['state'] {
    if (!this.#isUp) return 'away';
    if (this.#circuit.isLimiting) return pausedMs > 0 ? 'paused' : 'probing';
    const isSlowed = this.#pace.rate(now) < (this.#settings.perSecond ?? Number.POSITIVE_INFINITY);
    return isSlowed || this.#placesAt(now) < this.#places ? 'slowed' : 'open';
  }

  /** Calls back when there may be room again; returns what ends that. */
  onRoom(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The link is up, which says more than a pause: it is used at once. */
  linkUp(): void {
    this.#isUp = true;
    this.#circuit.succeeded();
    this.#tellRoom();
    this.#pump();
  }

  /** The link is down, or takes nothing new: what waits for it is tried again later. */
  linkDown(why: string): void {
    this.#isUp = false;
    this.#why = why;
    this.refuseWaiting(why);
  }

  /** Rejects what waits with {@link NoRoomError}. */
  refuseWaiting(why: string): void {
    for (const waiter of [...this.#queues.values()].flat()) waiter.fail(new NoRoomError(why));
  }

  /**
   * Waits for the right to make one request.
   * @param isAgain It has had a turn: it is the next of its account.
   * @param goesAlone Whether nothing else may be under way meanwhile; asked when its turn comes.
   * @param since When its wait began, if not now.
   * @throws {NoRoomError} if the gateway is away or paused meanwhile; the reason of the signal.
   */
  turn(
    accountId: number,
    signal: AbortSignal,
    { isAgain = false, goesAlone = (): boolean => false, since = this.#now() } = {},
  ): Promise<Turn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (!this.#isUp) throw new NoRoomError(this.#why);
      const leave = () => {
        signal.removeEventListener('abort', abort);
        this.#remove(waiter);
      };
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      const abort = () => fail(signal.reason);
      const go = (turn: Turn) => {
        leave();
        resolve(turn);
      };
      const waiter: Waiter = { accountId, since, goesAlone, go, fail };
      signal.addEventListener('abort', abort);
      this.#add(waiter, isAgain);
      this.#pump();
    });
  }

  #add(waiter: Waiter, isAgain: boolean): void {
    const queue = this.#queues.get(waiter.accountId) ?? [];
    if (isAgain) queue.unshift(waiter);
    else queue.push(waiter);
    this.#queues.set(waiter.accountId, queue);
    this.#waiting += 1;
  }

  #remove(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.accountId) ?? [];
    queue.splice(queue.indexOf(waiter), 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(waiter.accountId);
    // Else the process would not end before it.
    if (this.#waiting === 0) clearTimeout(this.#alarm);
  }

  #pump(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#start(next);
  }

  /** The next one whose turn it is, if the gateway may be asked now; else it is asked for again in time. */
  #next(): Waiter | undefined {
    const [queue] = this.#queues.values();
    const waiter = queue?.[0];
    if (waiter === undefined || !this.#isUp || this.#aloneIsRunning) return undefined;
    if (this.#running > 0 && waiter.goesAlone()) return undefined;
    const now = this.#now();
    const readyAt = Math.max(this.#pace.readyAt, this.#circuit.pausedUntil);
    if (readyAt > now) {
      clearTimeout(this.#alarm);
      this.#alarm = setTimeout(() => this.#pump(), readyAt - now);
      return undefined;
    }
    return this.#running < Math.min(this.#placesAt(now), this.#circuit.concurrency(now)) ? waiter : undefined;
  }

  #placesAt(now: number): number {
    const { places, at } = this.#fewer;
    return Math.min(this.#places, places + Math.floor((now - at) / placeAgainMs));
  }

  #start(waiter: Waiter): void {
    const now = this.#now();
    const { accountId } = waiter;
    const isAlone = waiter.goesAlone();
    const queue = this.#queues.get(accountId) ?? [];
    // Its account goes behind the others.
    this.#queues.delete(accountId);
    this.#queues.set(accountId, queue);
    this.#running += 1;
    this.#aloneIsRunning = isAlone;
    this.#pace.started(now);
    let hasEnded = false;
    waiter.go({
      since: waiter.since,
      end: (outcome) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#running -= 1;
        if (isAlone) this.#aloneIsRunning = false;
        this.#learn(outcome, now);
        // What goes on with another part, or is refused for a while, comes before its account's next one.
        setImmediate(() => this.#pump());
      },
    });
  }

  #learn(outcome: Outcome, startedAt: number): void {
    const now = this.#now();
    const wasLimiting = this.#circuit.isLimiting;
    if (outcome === 'answered') {
      this.#answers += 1;
      this.#circuit.succeeded();
      this.#pace.took(startedAt, now);
      if (this.#places < this.#most) this.#places += 1;
    } else if (outcome instanceof SlowDownError) {
      // It answers, so it is not away.
      this.#circuit.succeeded();
      this.#pace.slowDown(startedAt, now, outcome.afterMs);
    } else if (outcome instanceof FewerAtOnceError) {
      this.#circuit.succeeded();
      // Alone it was not one too many: then the gateway is asked less often.
      if (this.#running === 0) this.#pace.slowDown(startedAt, now);
      this.#fewer = { places: Math.max(1, this.#running), at: now };
    } else if (outcome === 'failed') this.#circuit.failed(now, now - startedAt);
    else if (outcome instanceof RefusesUsError) this.#circuit.open(now);
    if (this.#circuit.isLimiting) {
      // When it is back, it gets as many as at first, and not all that wait at once.
      this.#places = Math.min(this.#places, this.#atFirst);
      this.refuseWaiting('the gateway failed, and is paused');
    } else if (wasLimiting) this.#tellRoom();
  }

  /**
   * Notes that an attempt was refused for a cause that may pass, and returns whether that is its own: it was
   * refused five times, and between each two others were answered.
   */
  refuses(attemptId: string): boolean {
    const { count, at } = this.#refusals.get(attemptId) ?? { count: 0, at: -1 };
    if (at === this.#answers) return false;
    this.#refusals.set(attemptId, { count: count + 1, at: this.#answers });
    return count + 1 >= mostRefusals;
  }

  #tellRoom(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The right to send an attempt, with a turn for one request. */
export interface TurnLease extends SendLease {
  /** Ends the turn, since its request was answered, and waits for another one. */
  next(): Promise<void>;
}

/** Sends by a gateway that has turns. */
export interface TakesTurns extends Pick<Gateway, 'withdraw'> {
  /**
   * @throws {SlowDownError}, {FewerAtOnceError} or {RefusesUsError} if the attempt was not taken;
   * {NoAnswerError} or any other error if its outcome is unknown.
   */
  send(attempt: GatewayAttempt, lease: TurnLease): Promise<GatewayResponse>;
  /** Whether an attempt is to be under way alone, since it may be what ends the link. */
  goesAlone?(attemptId: string): boolean;
}

/**
 * Sends each attempt in its turn. A withdrawal takes none.
 * @param seconds The time-out of a request, if the gateway has none of its own.
 */
export function inLane(lane: GatewayLane, gateway: TakesTurns, seconds = 60): Gateway {
  const { withdraw } = gateway;
  return {
    ...defined({ withdraw }),
    async send(attempt, lease) {
      const accountId = keyOfId(attempt.attemptId)?.accountId ?? 0;
      const goesAlone = () => gateway.goesAlone?.(attempt.attemptId) ?? false;
      const turn = (again: { readonly isAgain?: true; readonly since?: number } = {}) =>
        lane.turn(accountId, lease.signal, { goesAlone, ...again });
      let besideOthers = 0;
      let first = await turn();
      for (;;) {
        const outcome = await sendInTurn(lane, gateway, { attempt, lease, seconds, first, turn });
        if (!('refusal' in outcome)) return outcome;
        const { refusal, since } = outcome;
        besideOthers = refusal instanceof FewerAtOnceError ? besideOthers + 1 : 0;
        if (besideOthers >= mostBesideOthers)
          return endOrThrow(lane, attempt, new RefusedForNowError(refusal.message));
        // It has kept its place, and waits on.
        first = await turn({ isAgain: true, since });
      }
    },
  };
}

interface InTurn {
  readonly attempt: GatewayAttempt;
  readonly lease: SendLease;
  readonly seconds: number;
  readonly first: Turn;
  /** Waits for a further one. */
  turn(again: { readonly isAgain: true }): Promise<Turn>;
}

/** An attempt that keeps its place, and since when it has waited. */
interface Refused extends Pick<Turn, 'since'> {
  readonly refusal: SlowDownError | FewerAtOnceError;
}

/** @throws what the gateway throws, unless the attempt keeps its place. */
async function sendInTurn(
  lane: GatewayLane,
  gateway: TakesTurns,
  { attempt, lease, seconds, first, turn }: InTurn,
): Promise<GatewayResponse | Refused> {
  let own = first;
  const limit = withTimeLimit(lease.signal, seconds);
  try {
    // It may have waited for long.
    lease.check();
    const result = await sendOrEnd(lane, gateway, attempt, {
      check: lease.check,
      leftMs: lease.leftMs,
      signal: limit.signal,
      async next() {
        own.end('answered');
        limit.hold();
        own = await turn({ isAgain: true });
        limit.begin();
      },
    });
    own.end('answered');
    return result;
  } catch (error) {
    own.end(outcomeOf(error, lease));
    const keepsPlace = error instanceof SlowDownError || error instanceof FewerAtOnceError;
    if (keepsPlace) return { refusal: error, since: own.since };
    throw error;
  } finally {
    limit.hold();
  }
}

async function sendOrEnd(
  lane: GatewayLane,
  gateway: TakesTurns,
  attempt: GatewayAttempt,
  lease: TurnLease,
): Promise<GatewayResponse> {
  try {
    return await gateway.send(attempt, lease);
  } catch (error) {
    if (!(error instanceof RefusedForNowError)) throw error;
    return endOrThrow(lane, attempt, error);
  }
}

/** An attempt that is refused for a cause of its own ends, though each refusal said that it may pass. */
function endOrThrow(lane: GatewayLane, attempt: GatewayAttempt, error: RefusedForNowError): GatewayResponse {
  if (!lane.refuses(attempt.attemptId)) throw error;
  return { status: 'UNDELIVERED', reason: error.reason };
}

function outcomeOf(error: unknown, { signal, check }: SendLease): Outcome {
  if (error instanceof SlowDownError || error instanceof FewerAtOnceError) return error;
  if (error instanceof RefusesUsError) return error;
  if (error instanceof NoAnswerError || error instanceof NoRoomError) return 'withdrawn';
  if (error instanceof StageOverError || signal.aborted) return 'withdrawn';
  try {
    check();
  } catch {
    return 'withdrawn';
  }
  return 'failed';
}

/** Aborts when the lease is withdrawn, or that many seconds after it last began. */
function withTimeLimit(signal: AbortSignal, seconds: number) {
  const controller = new AbortController();
  const late = () => controller.abort(new Error(`timeout: no answer within ${seconds} seconds`));
  const abort = () => controller.abort(signal.reason);
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    clearTimeout(timer);
    timer = setTimeout(late, seconds * 1_000);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  }

  begin();
  return {
    signal: controller.signal,
    begin,
    hold(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
