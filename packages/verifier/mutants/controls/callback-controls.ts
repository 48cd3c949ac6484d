import { setTimeout as delay } from 'node:timers/promises';
import type { KnownUndeliveredReason } from '@cascade/types';
import { controlsOf } from '../catalogue/mutants-of.ts';
import { answers, anyEvent, callbacks, dropped, events, hasReason } from '../changes.ts';
import type { Control, MakeChange } from '../mutant.ts';
import { isAccepted, registrationPath } from '../proxy/wire.ts';
import { listenerMessage, provoking, scheduling } from '../witness/requests.ts';
import type { Bench, ReceivedCallback, SentRequest } from '../witness/witness.ts';
import { bodyOf, seeing, statusAndReason } from '../witness/witness.ts';

/** Of a callback, in milliseconds; less than the verifier waits for one. */
const lateness = 2_000;

/**
 * Milliseconds from the status to its callback. A busy machine delays all callbacks, so that only a comparison shows
 * what the provider does.
 */
async function lagOf(bench: Bench, asked: SentRequest, status: string): Promise<number> {
  const all = await bench.callbacksOf(asked, { status });
  const last = all.find((one) => bodyOf(one).status === status);
  return (last?.at ?? Number.NaN) - Date.parse(String(last && bodyOf(last).statusAt));
}

const control = controlsOf();

/** Seen in the last callbacks of a message with this reason. */
const heard = controlsOf(
  (
    change: MakeChange,
    reason: KnownUndeliveredReason,
    look: (last: ReceivedCallback, all: readonly ReceivedCallback[]) => string,
  ) => [
    change,
    seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking(reason), { status: 'UNDELIVERED' });
      const undelivered = all.filter((one) => bodyOf(one).status === 'UNDELIVERED');
      return undelivered[0] === undefined ? 'nothing' : look(undelivered[0], undelivered);
    }),
  ],
);

/** Other callbacks that the source allows. */
export const callbackControls: readonly Control[] = [
  heard`callback-twice: Calls twice with the same id [§6 promises no number (ADR-0018: at least once)]
    ${() => ({ deliver: async (callback, next) => Math.max(await next(callback), await next(callback)) })}
    ${'spam-rate-limit-hit'} ${(_, all) => String(all.length)} 1 → 2`,
  heard`callback-more: Has more members in a callback [§6: not shown]
    ${events(anyEvent, (event) => ({ ...event, operator: 'example' }))}
    ${'spam-rate-limit-hit'} ${(last) => String(bodyOf(last).operator)} undefined → example`,
  heard`callback-headers: Has more headers in a callback [§6: not shown]
    ${callbacks(anyEvent, (one) => ({ ...one, headers: { ...one.headers, 'x-provider': 'example' } }))}
    ${'spam-rate-limit-hit'} ${({ headers }) => String(headers['x-provider'])} undefined → example`,
  heard`other-spelling-of-reason: Spells the reason not-template-match [§7.4]
    ${events(hasReason('no-template-match'), (event) => ({ ...event, error: 'not-template-match' }))}
    ${'no-template-match'} ${statusAndReason} UNDELIVERED no-template-match → UNDELIVERED not-template-match`,
  control`other-statuses: Reports no status but DELIVERED and UNDELIVERED [§3: other statuses are not shown]
    ${dropped(({ status }) => !['DELIVERED', 'UNDELIVERED'].includes(String(status)))}
    ${seeing(async (bench) => {
      const all = await bench.callbacksOf(provoking('spam-rate-limit-hit'), { status: 'UNDELIVERED' });
      return all.some((one) => bodyOf(one).status !== 'UNDELIVERED') ? 'more' : 'one';
    })}
    more → one`,
  control`registration-without-body: Answers 204 to each registration [§6: registration is not shown (ADR-0014)]
    ${answers((answer, { path }) =>
      path === registrationPath && isAccepted(answer)
        ? { status: 204, headers: {}, body: Buffer.alloc(0) }
        : answer,
    )}
    ${seeing(async (bench) => {
      const body = { statusCallbackUrl: bench.address() };
      return String((await bench.send({ ...scheduling(), path: registrationPath, body })).status);
    })}
    200 → 204`,
  control`callback-late: Calls back late [§1: timing is not shown]
    ${() => ({
      async deliver(callback, next) {
        if (callback.event.status === 'DELIVERED') await delay(lateness);
        return next(callback);
      },
    })}
    ${seeing(async (bench) => {
      const [delivered, undelivered] = await Promise.all([
        lagOf(bench, listenerMessage(), 'DELIVERED'),
        lagOf(bench, provoking('spam-rate-limit-hit'), 'UNDELIVERED'),
      ]);
      return delivered - undelivered < lateness / 2 ? 'soon' : 'late';
    })}
    soon → late`,
];
