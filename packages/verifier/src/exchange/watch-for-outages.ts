import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { problemOf } from '../oracle/catalogue.ts';
import { schedulePath } from '../scenario/build-case.ts';
import { sendingBy, type Target, TargetGoneError } from './create-target.ts';
import {
  type AnswerOrNone,
  type HttpRequest,
  isAccepted,
  isOfProxy,
  type NoAnswer,
  scenarioOf,
} from './http-request.ts';

/** Thrown by every request once the target has stopped answering for good. */
export class StoppedAnsweringError extends TargetGoneError {
  constructor() {
    super('the provider stopped answering');
    this.name = 'StoppedAnsweringError';
  }
}

/** Thrown for a request without an answer that is not to blame for that: it proves nothing. */
export class OutageError extends Error {
  constructor() {
    super('the provider did not answer while this was tried, and answers again');
    this.name = 'OutageError';
  }
}

/** The target answered nothing at all for a while, or for good. */
export interface Outage {
  /** The request after which that began. */
  readonly request: HttpRequest | undefined;
  readonly says: string;
  /** What was under way with it and may be the cause as well; none if the request was sent again alone. */
  readonly others: readonly HttpRequest[];
  readonly cameBack: boolean;
}

interface OutageOptions extends ProbeOptions {
  readonly onOutage: (outage: Outage) => void;
  /** A connection broke or was refused: the last requests that had been accepted before. */
  readonly onBreak?: (accepted: readonly HttpRequest[]) => void;
}

/**
 * A target that asks, for each request without an answer, whether it answers at all: meanwhile nothing else
 * is sent. If it does not answer again, the run ends. If it does, what had no answer is sent again alone, to
 * find the cause.
 */
export function watchForOutages(target: Target, options: OutageOptions): Target {
  const watch = new Watch(target, options);
  return sendingBy(target, (request) => watch.send(request));
}

class Watch {
  readonly #target: Target;
  readonly #options: OutageOptions;
  #hasStopped = false;
  #sent = 0;
  #underWay = 0;
  #lastAnswered: HttpRequest | undefined;
  #inquiry: Promise<void> | undefined;
  #unanswered: Unanswered[] = [];
  #onQuiet: (() => void) | undefined;
  readonly #accepted: HttpRequest[] = [];

  constructor(target: Target, options: OutageOptions) {
    this.#target = target;
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<AnswerOrNone> {
    while (this.#inquiry !== undefined) await this.#inquiry.catch(() => {});
    if (this.#hasStopped) throw new StoppedAnsweringError();
    const sent = await this.#exchange(request);
    if (!('outcome' in sent)) return sent;
    this.#inquiry ??= this.#inquire().finally(() => {
      this.#inquiry = undefined;
    });
    await this.#inquiry;
    if (this.#hasStopped) throw new StoppedAnsweringError();
    if (sent.isExcused) throw new OutageError();
    return sent.outcome;
  }

  async #exchange(request: HttpRequest): Promise<AnswerOrNone | Unanswered> {
    this.#underWay += 1;
    this.#sent += 1;
    const at = this.#sent;
    try {
      const outcome = await this.#sendPastProxy(request);
      if (!isUnanswered(outcome)) {
        this.#lastAnswered = request;
        if (isScheduled(request, outcome)) this.#accepted.push(request);
        if (this.#accepted.length > mostBeforeBreak) this.#accepted.shift();
        return outcome;
      }
      if (outcome.none !== 'time-out') this.#options.onBreak?.([...this.#accepted]);
      const own: Unanswered = { request, outcome, at };
      this.#unanswered.push(own);
      return own;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#onQuiet?.();
    }
  }

  /**
   * A 502 of a gateway is repeated once. If the provider had accepted the request all the same, it proves
   * nothing.
   */
  async #sendPastProxy(request: HttpRequest): Promise<AnswerOrNone> {
    const outcome = await this.#target.send(request);
    if (!isOfProxy(outcome)) return outcome;
    await wait(millisecondsBetweenProbes);
    const again = await this.#target.send(request);
    const isUsed = problemOf(again) === 'requestId-is-not-unique';
    if (isUsed && request[scenarioOf]?.expects.codes?.includes('requestId-is-not-unique') !== true)
      throw new OutageError();
    return again;
  }

  async #inquire(): Promise<void> {
    await this.#quiet();
    const group = this.#unanswered.toSorted(byBlame);
    this.#unanswered = [];
    const tries = await triesUntilAnswered(this.#target, this.#options);
    if (tries === undefined) return this.#stop(group);
    const wasOut = tries > 1 || !group.every(hasGotIn);
    const isPlain = group.length === 1 && !group.some(mayBeIdle);
    if (!wasOut && (isPlain || group.every(({ outcome }) => outcome.none === 'time-out'))) return;
    const again = await sendAgain(this.#target, group, { ...this.#options, isOneEnough: wasOut });
    const { guilty } = again;
    if (again.hasStopped) return this.#stop(guilty);
    if (wasOut) this.#tell(guilty.length > 0 ? guilty : group.filter(hasGotIn), true);
    for (const each of group)
      each.isExcused = wasOut || ((guilty.length > 0 || mayBeIdle(each)) && !guilty.includes(each));
  }

  /** Waits until nothing is under way. */
  async #quiet(): Promise<void> {
    if (this.#underWay > 0)
      await new Promise<void>((resolve) => {
        this.#onQuiet = resolve;
      });
    this.#onQuiet = undefined;
  }

  #stop(group: readonly Unanswered[]): void {
    this.#hasStopped = true;
    const suspects = group.filter(hasGotIn);
    this.#tell(suspects, false);
    if (suspects.length > 0) return;
    // All were refused a connection: the request before them was the last that got in.
    const says = group[0]?.outcome.says ?? '';
    this.#options.onOutage({ request: this.#lastAnswered, says, others: [], cameBack: false });
  }

  /** Refused connections alone are not a fault: an operator may have restarted the provider. */
  #tell([first, ...more]: readonly Unanswered[], cameBack: boolean): void {
    if (first === undefined) return;
    const others = more.map(({ request }) => request);
    this.#options.onOutage({ request: first.request, says: first.outcome.says, others, cameBack });
  }
}

/** A request that had no answer, and what comes of it. */
interface Unanswered {
  readonly request: HttpRequest;
  readonly outcome: NoAnswer;
  /** Its place in the order of sending. */
  readonly at: number;
  isExcused?: boolean;
}

interface ProbeOptions {
  /** A new request that the target answered when the run began. */
  readonly probe: () => HttpRequest;
  /** How long the target may take to answer again. */
  readonly graceInMilliseconds: number;
}

/** What a provider can have answered before it stored it is among the last requests. */
const mostBeforeBreak = 20;

function isScheduled({ method, path }: HttpRequest, outcome: AnswerOrNone): boolean {
  return method === 'POST' && path === schedulePath && isAccepted(outcome);
}

const millisecondsBetweenProbes = 200;
const mostReplays = 8;

function isUnanswered(outcome: AnswerOrNone): outcome is NoAnswer {
  return 'none' in outcome && outcome.none !== 'too-large' && outcome.none !== 'tls';
}

/** How often the target was asked, on new connections, until it answered; undefined if it did not in time. */
async function triesUntilAnswered(target: Target, options: ProbeOptions): Promise<number | undefined> {
  target.renew();
  const end = performance.now() + options.graceInMilliseconds;
  for (let tries = 1; ; tries += 1) {
    if (!isUnanswered(await target.send(options.probe()))) return tries;
    if (performance.now() >= end) return undefined;
    await wait(millisecondsBetweenProbes);
  }
}

/**
 * Sends each request alone, with a request id of its own, and gives those that again have no answer.
 * `hasStopped` if the target did not answer again after the last of them.
 */
async function sendAgain(
  target: Target,
  group: readonly Unanswered[],
  options: ProbeOptions & { readonly isOneEnough: boolean },
): Promise<{ readonly guilty: readonly Unanswered[]; readonly hasStopped: boolean }> {
  const guilty: Unanswered[] = [];
  for (const each of group.filter(hasGotIn).slice(0, mostReplays)) {
    if (!isUnanswered(await target.send(withNewId(each.request)))) continue;
    guilty.push(each);
    if ((await triesUntilAnswered(target, options)) === undefined)
      return { guilty: [each], hasStopped: true };
    if (options.isOneEnough) break;
  }
  return { guilty, hasStopped: false };
}

/** A request that was refused a connection cannot have done anything. */
function hasGotIn({ outcome }: Unanswered): boolean {
  return outcome.none !== 'unreachable';
}

/** Its connection may have been closed before it came: then it is to blame only if it has no answer again. */
function mayBeIdle({ outcome }: Unanswered): boolean {
  return outcome.wasReused === true;
}

const blame = { closed: 0, 'time-out': 1, unreachable: 2, 'too-large': 3, tls: 3 } as const;

/**
 * What is most likely the cause comes first: a broken connection before a hanging request, which may only
 * wait for another; a request that must be refused before a valid request; then the order of sending.
 */
function byBlame(one: Unanswered, other: Unanswered): number {
  const isOrdinary = ({ request }: Unanswered) => Number(request[scenarioOf]?.expects.codes === undefined);
  return (
    blame[one.outcome.none] - blame[other.outcome.none] ||
    isOrdinary(one) - isOrdinary(other) ||
    one.at - other.at
  );
}

/** The request as another one: a provider may have kept the id although it did not answer. */
function withNewId(request: HttpRequest): HttpRequest {
  const body = request.body.replace(/"requestId":"[\da-f-]{36}"/i, `"requestId":"${randomUUID()}"`);
  return { ...request, body };
}

/** Thrown once the account can no longer pay: what follows would say nothing of the provider. */
export class OutOfMoneyError extends TargetGoneError {
  constructor(message: string) {
    super(message);
    this.name = 'OutOfMoneyError';
  }
}

export interface MoneyOptions {
  /** Of the account that pays for the run. */
  readonly key: string;
  /** A new request that was accepted when the run began. */
  readonly probe: () => HttpRequest;
  /** What the run has to pay for, in messages. */
  readonly messages: number;
}

/**
 * A target whose every out-of-balance is checked by a request that was accepted before: if that is refused,
 * too, the run ends.
 */
export function watchMoney(target: Target, { key, probe, messages }: MoneyOptions): Target {
  let accepted = 0;
  return sendingBy(target, async (request) => {
    const outcome = await target.send(request);
    if (request.headers['x-api-key'] !== key) return outcome;
    if (!('none' in outcome) && outcome.status < 300) accepted += 1;
    if (problemOf(outcome) !== 'out-of-balance') return outcome;
    if (problemOf(await target.send(probe())) !== 'out-of-balance') return outcome;
    throw new OutOfMoneyError(
      `the account of keys.good ran out of money after ${accepted} accepted requests; a run sends about ${messages} messages that it has to pay for: top it up and run again`,
    );
  });
}
