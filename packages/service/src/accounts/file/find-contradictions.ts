import type { Fault } from '../../yaml-file/fault.ts';
import { hashKey } from '../key-hash.ts';
import { memberOf, type Place, selectPlaces } from './select-places.ts';

/** What contradicts itself although each value has its shape. Looks at whatever has enough shape to be looked at. */
export function findContradictions(value: unknown, now: Date): Fault[] {
  const root: Place = { pointer: '', value };
  const accounts = selectPlaces(root, 'accounts/*');
  return [
    ...findTwice(selectPlaces(root, 'accounts/*/name'), 'a name of its own'),
    ...findTwice(selectPlaces(root, 'accounts/*/keys/*'), 'a key that stands nowhere else', keyIdentity),
    ...accounts.flatMap((account) => [
      ...findTwice(selectPlaces(account, 'cascades/*/id'), 'an id that the account has once'),
      ...findTwice(
        selectPlaces(account, 'cascades/*/stages/*/uuid'),
        'a uuid that the account has once',
        uuidIdentity,
      ),
      ...findTwice(
        selectPlaces(account, 'senders/*'),
        'a signature that the account has once',
        pairOf('subject'),
      ),
      ...findTwice(
        selectPlaces(account, 'templates/*'),
        'a template name that the channel has once',
        pairOf('name'),
      ),
      ...findTwice(selectPlaces(account, 'callback/secrets/*'), 'another secret than the one before', hidden),
      ...findUnpriced(account),
      ...findTooManyKeys(account, now),
    ]),
    ...selectPlaces(root, 'accounts/*/cascades/*/stages').flatMap(findIdleTtl),
    ...selectPlaces(root, 'accounts/*/callback/url').flatMap(findOpenUrl),
  ];
}

/** What makes two values the same, and what may be shown of it; nothing if the value is not fit to tell. */
type Identity = (value: unknown) => { readonly same: string; readonly shown: string } | undefined;

const plain: Identity = (value) =>
  typeof value === 'string' || typeof value === 'number'
    ? { same: String(value), shown: String(value) }
    : undefined;

const uuidIdentity: Identity = (value) =>
  typeof value === 'string' ? { same: value.toLowerCase(), shown: value } : undefined;

const hidden: Identity = (value) =>
  typeof value === 'string' ? { same: value, shown: 'the same' } : undefined;

const keyIdentity: Identity = (value) => {
  const key = memberOf(value, 'key');
  const hash = memberOf(value, 'hash');
  if (typeof key === 'string') return { same: hashKey(key).toString('hex'), shown: 'one' };
  return typeof hash === 'string' ? { same: hash.toLowerCase(), shown: 'one' } : undefined;
};

function pairOf(name: string): Identity {
  return (value) => {
    const channel = memberOf(value, 'channel');
    const other = memberOf(value, name);
    if (typeof channel !== 'string' || typeof other !== 'string') return undefined;
    return { same: JSON.stringify([channel, other]), shown: `${channel} ${other}` };
  };
}

function findTwice(places: readonly Place[], expected: string, identify: Identity = plain): Fault[] {
  const seen = new Set<string>();
  return places.flatMap(({ pointer, value }) => {
    const identity = identify(value);
    if (identity === undefined) return [];
    if (seen.has(identity.same))
      return [{ pointer, expected, got: `${identity.shown}, which stands further up` }];
    seen.add(identity.same);
    return [];
  });
}

function findUnpriced(account: Place): Fault[] {
  const prices = memberOf(account.value, 'prices');
  if (typeof prices !== 'object' || prices === null) return [];
  return selectPlaces(account, 'cascades/*/stages/*/channel').flatMap(({ pointer, value }) =>
    typeof value === 'string' && memberOf(prices, value) === undefined
      ? [{ pointer, expected: 'a channel with a price', got: `${value}, which prices does not list` }]
      : [],
  );
}

const validKeysAtOnce = 2; // ADR-0028

function findTooManyKeys(account: Place, now: Date): Fault[] {
  const valid = selectPlaces(account, 'keys/*').filter(({ value }) => {
    const expiresAt = memberOf(value, 'expiresAt');
    if (keyIdentity(value) === undefined) return false;
    return typeof expiresAt !== 'string' || Date.parse(expiresAt) > now.getTime();
  });
  return valid.slice(validKeysAtOnce).map(({ pointer }) => ({
    pointer,
    expected: `at most ${validKeysAtOnce} keys that are valid now`,
    got: 'another',
  }));
}

/** A TTL leads to the next stage, and the last stage has none (ADR-0019). */
function findIdleTtl(stages: Place): Fault[] {
  const last = selectPlaces(stages, '*').at(-1);
  if (last === undefined) return [];
  return selectPlaces(last, 'ttl').map(({ pointer, value }) => ({
    pointer,
    expected: 'no ttl at the last stage',
    got: JSON.stringify(value),
  }));
}

/** ADR-0014. The address may hold a secret and is not shown. */
function findOpenUrl({ pointer, value }: Place): Fault[] {
  if (typeof value !== 'string') return [];
  const url = URL.parse(value);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return [];
  const got = url === null ? 'no URL' : url.protocol;
  return [{ pointer, expected: 'an https address (http only to this machine)', got }];
}
