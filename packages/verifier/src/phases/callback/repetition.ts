import { request as fetchFrom } from 'undici';
import type { CallbackProfile, Provocation } from '../../generated/profile.ts';
import { errorOf, verdictOf } from '../../oracle/fault.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { untried } from '../phase-context.ts';
import { type CallbackTrial, register, toldOf } from './callback-context.ts';
import { anyReason, tryToProvoke } from './provoke.ts';
import type { Received } from './start-receiver.ts';

/** Refuses a callback, and waits until it is repeated with the same id (ADR-0018). */
export async function repetition(trial: CallbackTrial): Promise<void> {
  const { callback, receiver } = trial;
  const { repeatsWithinSeconds: seconds } = callback;
  if (seconds === undefined) throw untried(lacking('/callback/repeatsWithinSeconds'));
  const provocation = provocationOf(callback);
  const refused: Received[] = [];
  // Not a callback of another message: that may have failed before, and then it comes again much later.
  const { sent } = await tryToProvoke(trial, provocation, ({ requestId }) =>
    receiver.refuseFirst(
      (received) => toldOf(trial, requestId, [received]).length > 0 && refused.push(received) > 0,
    ),
  );
  const repeats = () => receiver.received.filter(({ body }) => body === refused[0]?.body);
  await receiver.until(() => repeats().length > 1, seconds * 1_000);
  if (refused.length === 0) throw untried(`no callback of the message came within ${seconds} s`);
  const [first, second] = repeats();
  const expected = `the refused callback again within ${seconds} s, with the same webhook-id`;
  const isSame = first?.headers['webhook-id'] === second?.headers['webhook-id'];
  const actual = second === undefined ? 'no repetition' : 'a repetition with another webhook-id';
  const faults = second !== undefined && isSame ? [] : [errorOf('callback', expected, actual)];
  trial.record(verdictOf(faults), sent.request);
}

/** A message that an address alone provokes a callback of. @throws {Ended} if the profile has none. */
function provocationOf({ reasons = {} }: CallbackProfile): Provocation {
  const found = Object.values(reasons).find(({ address }) => address !== undefined);
  if (found !== undefined) return found;
  throw untried(lacking(`/callback/reasons/${anyReason}`, 'the profile cannot provoke a callback'));
}

/** Registers another address: what is sent after that must not be told at the one before (ADR-0014). */
export async function newRegistration(trial: CallbackTrial): Promise<void> {
  const { callback, receiver, seconds } = trial;
  if (callback.register === undefined) throw untried(lacking('/callback/register'));
  const provocation = provocationOf(callback);
  const url = new URL(callback.publicUrl ?? receiver.url);
  url.searchParams.set('registration', '2');
  const failure = await register(trial, callback, url.href);
  if (failure !== undefined) throw untried(failure);
  const { sent } = await tryToProvoke(trial, provocation);
  const told = () => toldOf(trial, sent.requestId);
  await receiver.until(() => told().some(({ status }) => status === 'UNDELIVERED'), seconds * 1_000);
  const paths = told().map(({ received: { path } }) => path);
  if (paths.length === 0) throw untried(`no callback of the message came within ${seconds} s`);
  const old = paths.find((path) => !path.endsWith(url.search));
  const expected = `all callbacks of the message at the address that was registered last, with ${url.search}`;
  const fault = errorOf('callback', expected, `a callback at ${old}`);
  trial.record(verdictOf(old === undefined ? [] : [fault]), sent.request);
}

const windowInSeconds = 300;

/** Sends a message twice, 5 minutes apart on the provider's clock: the second is not a duplicate (§8). */
export async function duplicateWindow(trial: CallbackTrial): Promise<void> {
  const { profile, target, receiver, seconds } = trial;
  if (profile.clock === undefined) throw untried(lacking('/clock'));
  const [first, second] = [trial.build(), trial.build()];
  await target.send(first.request);
  const failure = await advance(profile.clock, windowInSeconds + 1);
  if (failure !== undefined) throw untried(failure);
  await target.send(second.request);
  const told = () => toldOf(trial, second.requestId);
  await receiver.until(() => told().length > 0, seconds * 1_000);
  if (told().length === 0) throw untried('no callback came for the second message');
  const fault = errorOf(
    'callback',
    'any other outcome than duplicated: the first message was sent more than 5 minutes before',
    'UNDELIVERED with duplicated',
  );
  const isDuplicate = told().some(({ reason }) => reason === 'duplicated');
  trial.record(verdictOf(isDuplicate ? [fault] : []), second.request);
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
