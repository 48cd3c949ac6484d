import {
  type Fault,
  findDuplicates,
  type Identity,
  memberOf,
  type Place,
  selectPlaces,
} from '@cascade/yaml-file';
import { hashKey } from '../key-hash.ts';
import { validKeysAtOnce } from '../keys/valid-keys.ts';
import { findHeaderFaults } from './find-header-faults.ts';

/** What a schema cannot see: duplicates, missing prices, too many keys. Values of the wrong shape are skipped. */
export function findContradictions(value: unknown, now: Date): Fault[] {
  const root: Place = { pointer: '', value };
  const accounts = selectPlaces(root, 'accounts/*');
  return [
    ...findDuplicates(selectPlaces(root, 'accounts/*/name'), 'name'),
    ...findDuplicates(selectPlaces(root, 'accounts/*/keys/*'), 'key', keyIdentity),
    ...accounts.flatMap((account) => [
      ...findDuplicates(selectPlaces(account, 'cascades/*/id'), 'cascade id'),
      ...findDuplicates(selectPlaces(account, 'cascades/*/stages/*/uuid'), 'stage uuid', uuidIdentity),
      ...findDuplicates(selectPlaces(account, 'senders/*'), 'sender', pairOf('subject')),
      ...findDuplicates(selectPlaces(account, 'templates/*'), 'template', pairOf('name')),
      ...findDuplicates(selectPlaces(account, 'callback/secrets/*'), 'secret', secretIdentity),
      ...findUnpriced(account),
      ...findTooManyKeys(account, now),
    ]),
    ...selectPlaces(root, 'accounts/*/cascades/*/stages').flatMap(findIdleTtl),
    ...selectPlaces(root, 'accounts/*/callback/url').flatMap(findOpenUrl),
    ...selectPlaces(root, 'accounts/*/callback').flatMap(findHeaderFaults),
  ];
}

const uuidIdentity: Identity = (value) =>
  typeof value === 'string' ? { same: value.toLowerCase(), shown: value } : undefined;

const secretIdentity: Identity = (value) => (typeof value === 'string' ? { same: value } : undefined);

/** A key is a secret; the file has it or its hash. */
const keyIdentity: Identity = (value) => {
  const key = memberOf(value, 'key');
  const hash = memberOf(value, 'hash');
  if (typeof key === 'string') return { same: hashKey(key).toString('hex') };
  return typeof hash === 'string' ? { same: hash.toLowerCase() } : undefined;
};

function pairOf(name: string): Identity {
  return (value) => {
    const channel = memberOf(value, 'channel');
    const other = memberOf(value, name);
    if (typeof channel !== 'string' || typeof other !== 'string') return undefined;
    return { same: JSON.stringify([channel, other]), shown: `${channel} ${other}` };
  };
}

function findUnpriced(account: Place): Fault[] {
  const prices = memberOf(account.value, 'prices');
  if (typeof prices !== 'object' || prices === null) return [];
  return selectPlaces(account, 'cascades/*/stages/*/channel').flatMap(({ pointer, value }) =>
    typeof value === 'string' && memberOf(prices, value) === undefined
      ? [{ pointer, message: `no price for ${value}; add it to the account's prices` }]
      : [],
  );
}

function findTooManyKeys(account: Place, now: Date): Fault[] {
  const valid = selectPlaces(account, 'keys/*').filter(({ value }) => {
    const expiresAt = memberOf(value, 'expiresAt');
    if (keyIdentity(value) === undefined) return false;
    return typeof expiresAt !== 'string' || Date.parse(expiresAt) > now.getTime();
  });
  return valid.slice(validKeysAtOnce).map(({ pointer }) => ({
    pointer,
    message: `expected at most ${validKeysAtOnce} keys valid at once, found ${valid.length}; remove one or let it expire`,
  }));
}

/** A TTL is the time until the next stage, so the last stage has none (ADR-0019). */
function findIdleTtl(stages: Place): Fault[] {
  const last = selectPlaces(stages, '*').at(-1);
  if (last === undefined) return [];
  return selectPlaces(last, 'ttl').map(({ pointer }) => ({
    pointer,
    message: 'unexpected ttl at the last stage; remove it',
  }));
}

/** ADR-0014. The URL may hold a secret and is not shown. */
function findOpenUrl({ pointer, value }: Place): Fault[] {
  if (typeof value !== 'string') return [];
  const url = URL.parse(value);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return [];
  const found = url === null ? 'another text' : url.protocol;
  return [{ pointer, message: `expected an https URL (http only to this machine), found ${found}` }];
}
