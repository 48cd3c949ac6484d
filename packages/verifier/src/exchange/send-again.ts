import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Target } from './create-target.ts';
import { type HttpRequest, type NoAnswer, type Outcome, scenarioOf } from './http-request.ts';

/** A request that had no answer, and what comes of it. */
export interface Unanswered {
  readonly request: HttpRequest;
  readonly outcome: NoAnswer;
  /** Its place in the order of sending. */
  readonly at: number;
  isExcused?: boolean;
}

export interface ProbeOptions {
  /** A new request that the target answered when the run began. */
  readonly probe: () => HttpRequest;
  /** How long the target may take to answer again. */
  readonly graceInMilliseconds: number;
}

const millisecondsBetweenProbes = 200;
const mostReplays = 8;

export function isUnanswered(outcome: Outcome): outcome is NoAnswer {
  return 'none' in outcome && outcome.none !== 'too-large' && outcome.none !== 'tls';
}

/** How often the target was asked, on new connections, until it answered; undefined if it did not in time. */
export async function triesUntilAnswered(target: Target, options: ProbeOptions): Promise<number | undefined> {
  target.renew();
  const end = performance.now() + options.graceInMilliseconds;
  for (let tries = 1; ; tries += 1) {
    if (!isUnanswered(await target.send(options.probe()))) return tries;
    if (performance.now() >= end) return undefined;
    await wait(millisecondsBetweenProbes);
  }
}

/**
 * Sends each request alone, with a request id of its own, and gives those that again have no answer. `hasStopped` if the
 * target did not answer again after the last of them.
 */
export async function sendAgain(
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
export function hasGotIn({ outcome }: Unanswered): boolean {
  return outcome.none !== 'unreachable';
}

const blame = { closed: 0, 'time-out': 1, unreachable: 2, 'too-large': 3, tls: 3 } as const;

/**
 * What is most likely the cause comes first: a broken connection before a hanging request, which may only wait for
 * another; a request that must be refused before a valid request; then the order of sending.
 */
export function byBlame(one: Unanswered, other: Unanswered): number {
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
