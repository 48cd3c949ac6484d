import { verdictOf } from '../../oracle/fault.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { skip } from '../phase-context.ts';
import type { CallbackContext } from './callback-context.ts';
import { anyReason, provoke } from './provoke.ts';
import type { Received } from './start-receiver.ts';
import { isAbout, statusEvents } from './status-events.ts';

/** Refuses a callback, and waits until it is repeated with the same id (ADR-0018). */
export async function repetition(context: CallbackContext, scenario: Scenario): Promise<void> {
  const { callback, receiver, recorder } = context;
  const { repeatsWithinSeconds: seconds } = callback;
  const provocation = Object.values(callback.reasons ?? {}).find(({ address }) => address !== undefined);
  if (seconds === undefined) return skip(context, scenario, lacking('/callback/repeatsWithinSeconds'));
  if (provocation === undefined)
    return skip(
      context,
      scenario,
      lacking(`/callback/reasons/${anyReason}`, 'the profile cannot provoke a callback'),
    );
  const isOf = (received: Received, id: string) =>
    statusEvents([received], callback).some((event) => isAbout(event, id));
  const refused: Received[] = [];
  // Not a callback of another message: that may have failed before, and then it comes again much later.
  const sent = await provoke(context, scenario, provocation, ({ requestId }) =>
    receiver.refuseFirst((received) => isOf(received, requestId) && refused.push(received) > 0),
  );
  if (sent === undefined) return;
  const repeats = () => receiver.received.filter(({ body }) => body === refused[0]?.body);
  await receiver.until(() => repeats().length > 1, seconds * 1_000);
  if (refused.length === 0)
    return skip(context, scenario, `no callback of the message came within ${seconds} s`);
  const [first, second] = repeats();
  const expected = `the refused callback again within ${seconds} s, with the same webhook-id`;
  const isSame = first?.headers['webhook-id'] === second?.headers['webhook-id'];
  const actual = second === undefined ? 'no repetition' : 'a repetition with another webhook-id';
  const faults =
    second !== undefined && isSame
      ? []
      : [{ check: 'callback', severity: 'error', expected, actual } as const];
  recorder.record({ scenario, request: sent.provoked.request, verdict: verdictOf(faults) });
}
