import { randomUUID } from 'node:crypto';
import { canonicalReason } from '@cascade/types';
import { type AnswerOrNone, isAccepted } from '../../exchange/http-request.ts';
import type { CallbackProfile, Profile, Provocation } from '../../generated/profile.ts';
import { parseJson } from '../../json.ts';
import { valueAt } from '../../json-pointer.ts';
import type { Verdict } from '../../oracle/fault.ts';
import { type Case, withKey } from '../../scenario/build-case.ts';
import type { Edit, Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { type PhaseContext, refused, type Trial, untried } from '../phase-context.ts';
import { type CallbackInbox, defaultRequestId } from './callback-inbox.ts';
import type { Received } from './start-receiver.ts';

/** What the procedures of this phase share. */
export interface CallbackContext extends PhaseContext {
  readonly callback: CallbackProfile;
  readonly inbox: CallbackInbox;
  /** How long to wait for a callback. */
  readonly seconds: number;
}

export type CallbackTrial = CallbackContext & Trial;

type Asking = Pick<PhaseContext, 'profile' | 'target'>;

/**
 * Registers the address as the profile says, if it says so, for the account of each key; gives the reason if
 * that fails (§6).
 */
export async function register(
  context: Asking,
  callback: CallbackProfile,
  url: string,
  keys: readonly string[] = [context.profile.keys.good],
): Promise<string | undefined> {
  for (const key of keys) {
    const outcome = await askToRegister(context, callback, { url, key });
    if (outcome !== undefined && !isAccepted(outcome)) return whyNotRegistered(outcome);
  }
  return undefined;
}

/** The keys of the accounts whose callbacks a run hears. */
export function keysHeard({ keys, callback }: Profile): readonly string[] {
  const others = Object.values(callback?.reasons ?? {}).flatMap(({ key }) => key ?? []);
  return [...new Set([keys.good, ...others])];
}

/** What the provider answers to the registration; undefined if the profile has none. */
export async function askToRegister(
  { profile, target }: Asking,
  { register: operation }: CallbackProfile,
  { url, key = profile.keys.good }: { readonly url: string; readonly key?: string },
): Promise<AnswerOrNone | undefined> {
  if (operation === undefined) return undefined;
  const { method, path, body } = operation;
  return target.send({
    method,
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body).replaceAll('{url}', url),
  });
}

export function whyNotRegistered(outcome: AnswerOrNone): string {
  const why = 'none' in outcome ? outcome.says : `${outcome.status} ${outcome.text.slice(0, 200)}`;
  return `the callback could not be registered: ${why}`;
}

/** The members of a callback that the contract names; the profile says where they are in the payload (§6). */
export interface StatusEvent {
  readonly requestId: unknown;
  readonly status: unknown;
  /** In its listed spelling; both spellings of no-template-match are one reason (§7.4). */
  readonly reason: unknown;
  readonly received: Received;
}

/** Reads the received callbacks; bodies that are not JSON are skipped. */
export function statusEvents(
  received: readonly Received[],
  { members = {} }: CallbackProfile,
): StatusEvent[] {
  const { requestId = defaultRequestId, status = '/status', reason = '/error' } = members;
  return received.flatMap((each) => {
    const payload = parseJson(each.body);
    if (payload === undefined) return [];
    const why = valueAt(payload, reason);
    return [
      {
        requestId: valueAt(payload, requestId),
        status: valueAt(payload, status),
        reason: typeof why === 'string' ? canonicalReason(why) : why,
        received: each,
      },
    ];
  });
}

const ends: readonly unknown[] = ['DELIVERED', 'READ', 'UNDELIVERED'];

/** Whether the event tells what has become of the message, and not only that it is under way. */
export function isEnd({ status }: StatusEvent): boolean {
  return ends.includes(status);
}

/**
 * What these callbacks tell of a message, all so far if absent. Letter case of its id does not count
 * (ADR-0007).
 */
export function toldOf(
  { inbox, callback }: CallbackContext,
  id: string,
  received: readonly Received[] = inbox.received,
): StatusEvent[] {
  return statusEvents(received, callback).filter(
    ({ requestId }) => typeof requestId === 'string' && requestId.toLowerCase() === id.toLowerCase(),
  );
}

/** A reason that can be provoked on every channel. */
export const anyReason = 'message-undeliverable';

/**
 * Whether the message itself breaks the rule of the reason. An address that answers with a word proves no
 * rule.
 */
function isByBehaviour({ twice, text, cascade, afterMessages }: Provocation): boolean {
  return [twice, text, cascade, afterMessages].some((rule) => rule !== undefined);
}

/** How the profile provokes a reason. @throws {Ended} if it does not. */
export function provocationBy({ reasons = {} }: CallbackProfile, reason: string): Provocation {
  const found = reasons[reason];
  if (found !== undefined) return found;
  throw untried(lacking(`/callback/reasons/${reason}`, `the profile cannot provoke ${reason}`));
}

/** The same, by a message that breaks the rule of the reason. */
export function breachOf(callback: CallbackProfile, reason: string): Provocation {
  const found = provocationBy(callback, reason);
  if (isByBehaviour(found)) return found;
  throw untried(`the profile provokes ${reason} by an address, which shows no rule`);
}

/** A message that was sent to end as undelivered. */
export interface Provoked {
  readonly sent: Case;
  readonly answer: AnswerOrNone;
}

/**
 * Sends the message that provokes a reason, and what has to come before it. Its text is new each time, so
 * that no message is a duplicate of another (§7.4) unless the reason is `duplicated`. `before` learns of the
 * message before it is sent.
 */
export async function tryToProvoke(
  { build, target, inbox }: Trial,
  { address, channel, twice, text: own, cascade, key, afterMessages = 0 }: Provocation,
  before: (sent: Case) => void = () => {},
): Promise<Provoked> {
  const textOf = () => `${own ?? 'Verification'} ${randomUUID()}`;
  const edits: Edit[] = [
    ...(cascade === undefined ? [] : [{ set: '/cascadeId', to: cascade.id }]),
    ...(address === undefined ? [] : [{ set: '/subscriberFilter/address', to: address }]),
  ];
  const channels = cascade?.stages.map((stage) => stage.channel).join('+');
  const make = (text: string) => {
    const given = { base: `text on ${channels ?? channel ?? 'any'}` };
    const made = build({ given, when: { edits: [...edits, { set: '{content}/text', to: text }] } });
    inbox?.expect(made.requestId);
    return key === undefined ? made : withKey(made, key);
  };
  for (let count = 0; count < afterMessages; count += 1) await target.send(make(textOf()).request);
  const text = textOf();
  const sent = make(text);
  before(sent);
  const answer = await target.send(sent.request);
  if (!twice || !isAccepted(answer)) return { sent, answer };
  const second = make(text);
  return { sent: second, answer: await target.send(second.request) };
}

/** The same. @throws {Ended} if the message is not accepted; then this is why. */
export async function provoke(trial: Trial, provocation: Provocation, why: string): Promise<Case> {
  const { sent, answer } = await tryToProvoke(trial, provocation);
  if (!isAccepted(answer)) throw refused(sent, answer, why);
  return sent;
}

/** A message that an address alone provokes a callback of. @throws {Ended} if the profile has none. */
export function provocationOf({ reasons = {} }: CallbackProfile): Provocation {
  const found = Object.values(reasons).find(({ address, key }) => address !== undefined && key === undefined);
  if (found !== undefined) return found;
  throw untried(lacking(`/callback/reasons/${anyReason}`, 'the profile cannot provoke a callback'));
}

/** Registers an address that differs in its query. @throws {Ended} if the provider does not take it. */
export async function registerAnother(trial: CallbackTrial, number: string): Promise<URL> {
  const { callback, inbox } = trial;
  if (callback.register === undefined) throw untried(lacking('/callback/register'));
  const url = new URL(callback.publicUrl ?? inbox.url);
  url.searchParams.set('registration', number);
  const failure = await register(trial, callback, url.href);
  if (failure !== undefined) throw untried(failure);
  return url;
}

/** A message that was sent, and the verdict on what is reported of it. */
export interface Watched {
  readonly scenario: Scenario;
  readonly sent: Case;
  readonly judge: (told: readonly StatusEvent[]) => Verdict;
}
