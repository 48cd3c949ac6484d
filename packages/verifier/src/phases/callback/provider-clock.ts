import { request as fetchFrom } from 'undici';
import type { Target } from '../../exchange/create-target.ts';
import { lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { type PhaseContext, untried } from '../phase-context.ts';
import type { CallbackInbox } from './callback-inbox.ts';

/** Of the clock of the provider. */
export const secondsOfDay = 86_400;

interface Context extends Pick<PhaseContext, 'profile'> {
  readonly target: Pick<Target, 'url'>;
}

interface WaitingContext extends Context {
  readonly inbox: Pick<CallbackInbox, 'until'>;
  /** How long a callback may take. */
  readonly seconds: number;
}

/** Lets time pass on the clock of the provider. @throws {Ended} if it has none, or that cannot be put forward. */
export async function pass(context: Context, seconds: number): Promise<void> {
  const failure = await advance(context, seconds);
  if (failure !== undefined) throw untried(failure);
}

/**
 * Resolves with whether the condition holds within these seconds of the provider. They pass on its clock,
 * except for the time that a callback may take; all of them in real time if it has no clock.
 */
export async function happensWithin(
  context: WaitingContext,
  seconds: number,
  condition: () => boolean,
): Promise<boolean> {
  const { inbox, profile } = context;
  const real = profile.clock?.settles ? 0 : Math.min(context.seconds, seconds);
  const skipped = seconds - real;
  const isSkipped = !condition() && skipped > 0 && (await advance(context, skipped)) === undefined;
  return inbox.until(condition, 1_000 * (isSkipped ? real : seconds));
}

/** Puts the clock forward; gives the reason if that fails. */
export async function advance(
  { profile, target }: Context,
  by: number,
): Promise<string | Unavailable | undefined> {
  if (profile.clock === undefined) return lacking('/clock');
  const { method, url, body = {} } = profile.clock;
  const text = JSON.stringify(body).replaceAll('"{seconds}"', String(by)).replaceAll('{seconds}', String(by));
  try {
    const answer = await fetchFrom(url.startsWith('/') ? `${target.url}${url}` : url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: text,
      signal: AbortSignal.timeout(longestMove),
    });
    await answer.body.dump();
    return answer.statusCode < 300 ? undefined : `clock: the provider answered ${answer.statusCode}`;
  } catch (error) {
    return `clock: the provider did not answer: ${error instanceof Error ? error.message : error}`;
  }
}

/** What falls into ten days may be much, in milliseconds. */
const longestMove = 60_000;
