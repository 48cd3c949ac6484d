import { request as fetchFrom } from 'undici';
import type { CallbackProfile, Provocation } from '../../generated/profile.ts';
import { errorOf, verdictOf } from '../../oracle/fault.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { requireCase, skip } from '../phase-context.ts';
import { type CallbackContext, isAbout, register, statusEvents } from './callback-context.ts';
import { anyReason, provoke } from './provoke.ts';
import type { Received } from './start-receiver.ts';

/** Refuses a callback, and waits until it is repeated with the same id (ADR-0018). */
export async function repetition(context: CallbackContext, scenario: Scenario): Promise<void> {
  const { callback, receiver, recorder } = context;
  const { repeatsWithinSeconds: seconds } = callback;
  if (seconds === undefined) return skip(context, scenario, lacking('/callback/repeatsWithinSeconds'));
  const provocation = provocationOf(callback);
  if (provocation === undefined) return skip(context, scenario, noProvocation);
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
  const faults = second !== undefined && isSame ? [] : [errorOf('callback', expected, actual)];
  recorder.record({ scenario, request: sent.provoked.request, verdict: verdictOf(faults) });
}

/** A message that an address alone provokes a callback of. */
function provocationOf({ reasons = {} }: CallbackProfile): Provocation | undefined {
  return Object.values(reasons).find(({ address }) => address !== undefined);
}

const noProvocation = lacking(`/callback/reasons/${anyReason}`, 'the profile cannot provoke a callback');

/** Registers another address: what is sent after that must not be told at the one before (ADR-0014). */
export async function newRegistration(context: CallbackContext, scenario: Scenario): Promise<void> {
  const { callback, receiver, recorder, seconds } = context;
  const provocation = provocationOf(callback);
  if (callback.register === undefined) return skip(context, scenario, lacking('/callback/register'));
  if (provocation === undefined) return skip(context, scenario, noProvocation);
  const url = new URL(callback.publicUrl ?? receiver.url);
  url.searchParams.set('registration', '2');
  const refused = await register(context, callback, url.href);
  if (refused !== undefined) return skip(context, scenario, refused);
  const sent = await provoke(context, scenario, provocation);
  if (sent === undefined) return;
  const { request, requestId } = sent.provoked;
  const told = () => statusEvents(receiver.received, callback).filter((event) => isAbout(event, requestId));
  await receiver.until(() => told().some(({ status }) => status === 'UNDELIVERED'), seconds * 1_000);
  const paths = told().map(({ received: { path } }) => path);
  if (paths.length === 0)
    return skip(context, scenario, `no callback of the message came within ${seconds} s`);
  const old = paths.find((path) => !path.endsWith(url.search));
  const expected = `all callbacks of the message at the address that was registered last, with ${url.search}`;
  const fault = errorOf('callback', expected, `a callback at ${old}`);
  recorder.record({ scenario, request, verdict: verdictOf(old === undefined ? [] : [fault]) });
}

const windowInSeconds = 300;

/** Sends a message twice, 5 minutes apart on the provider's clock: the second is not a duplicate (§8). */
export async function duplicateWindow(context: CallbackContext, scenario: Scenario): Promise<void> {
  const { profile, target, callback, receiver, recorder, seconds } = context;
  if (profile.clock === undefined) return skip(context, scenario, lacking('/clock'));
  const first = requireCase(context, scenario, buildCase(profile, scenario));
  const second = first && requireCase(context, scenario, buildCase(profile, scenario));
  if (first === undefined || second === undefined) return;
  await target.send(first.request);
  const failure = await advance(profile.clock, windowInSeconds + 1);
  if (failure !== undefined) return skip(context, scenario, failure);
  await target.send(second.request);
  const told = () =>
    statusEvents(receiver.received, callback).filter((event) => isAbout(event, second.requestId));
  await receiver.until(() => told().length > 0, seconds * 1_000);
  if (told().length === 0) return skip(context, scenario, 'no callback came for the second message');
  const faults = told().some(({ reason }) => reason === 'duplicated')
    ? [
        errorOf(
          'callback',
          'any other outcome than duplicated: the first message was sent more than 5 minutes before',
          'UNDELIVERED with duplicated',
        ),
      ]
    : [];
  recorder.record({ scenario, request: second.request, verdict: verdictOf(faults) });
}

async function advance(
  { method, url, body }: { method: string; url: string; body?: unknown },
  by: number,
): Promise<string | undefined> {
  const text = JSON.stringify(body ?? {})
    .replaceAll('"{seconds}"', String(by))
    .replaceAll('{seconds}', String(by));
  try {
    const answer = await fetchFrom(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: text,
      signal: AbortSignal.timeout(5_000),
    });
    await answer.body.dump();
    return answer.statusCode < 300 ? undefined : `clock: the provider answered ${answer.statusCode}`;
  } catch (error) {
    return `clock: the provider did not answer: ${error instanceof Error ? error.message : error}`;
  }
}
