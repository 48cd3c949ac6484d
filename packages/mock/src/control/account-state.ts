import { readSchedulingRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import type { AccountChange, AccountState, NewKey, operations } from '../generated/control.ts';
import type { Accounts, OpenAccount } from '../provider/account.ts';
import { nextLabel } from '../provider/keys.ts';
import { ControlRefusal, refuseFaults, refuseUnknown } from './control-problem.ts';
import { madeKey, refuseRepeatedIds, shownCascade, withIds } from './create-account.ts';

/** Which page of the used request ids is shown. */
export type AccountQuery = operations['getAccount']['parameters']['query'];

const mostCallbacks = 100;
const mostKeys = 100;

/** What a test sees of an account. */
export function accountState(
  accounts: Accounts,
  open: OpenAccount,
  { offset = 0, limit = 100 }: Pick<AccountQuery, 'offset' | 'limit'>,
): AccountState {
  const { balance, usedRequestIds, cascades } = open.account.state;
  return {
    name: open.account.name,
    balance,
    usedRequestIdCount: usedRequestIds.size,
    usedRequestIds: [...usedRequestIds].slice(offset, offset + limit),
    cascades: cascades.map(shownCascade),
    keys: accounts.keys.of(open).map(({ label, expiresAt }) => ({
      label,
      expiresAt: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : null,
    })),
    callbacks: open.account
      .callbacks()
      .slice(0, mostCallbacks)
      .map(({ subjectId = null, url }) => ({ subjectId, origin: new URL(url).origin })),
  };
}

/**
 * Changes all that is wanted.
 * @throws {ControlRefusal} before anything has changed.
 */
export function changeAccount(
  accounts: Accounts,
  open: OpenAccount,
  { account: _, ...change }: AccountChange,
): AccountState {
  if (Object.keys(change).length === 0)
    refuseFaults([
      { pointer: '', detail: 'expected balance, cascades, useRequestIds, addKey or expireKey, found none' },
    ]);
  const { balance, cascades, useRequestIds = [], addKey, expireKey } = change;
  const ids = useRequestIds.map((id, at) => comparedId(open, id, `/useRequestIds/${at}`));
  refuseRepeatedIds(cascades ?? []);
  const keys = accounts.keys.of(open);
  const expired = expireKey === undefined ? undefined : findKey(keys, expireKey);
  const added = addKey === undefined ? undefined : { key: madeKey(), ...readNewKey(keys, addKey) };

  const { state } = open.account;
  if (balance !== undefined) state.balance = balance;
  if (cascades !== undefined) state.setCascades(cascades.map(withIds));
  for (const id of ids) state.useRequestId(id);
  if (expired !== undefined)
    expired.expiresAt = Math.min(expired.expiresAt, open.account.clock.now().getTime());
  const shown = () => accountState(accounts, open, {});
  if (added === undefined) return shown();
  accounts.keys.add(open, added.key, { ...added, atStart: undefined });
  return { ...shown(), addedKey: added.key };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As the account reads the id of a request (ADR-0027). */
function comparedId({ account }: OpenAccount, requestId: string, pointer: string): string {
  const reading = readSchedulingRequest({ requestId }, account.lenient, uuidV5);
  const read = 'value' in reading ? String(Object(reading.value).requestId) : '';
  return uuid.test(read)
    ? read
    : refuseFaults([{ pointer, detail: `expected a UUID, found "${requestId}"` }]);
}

function findKey(keys: ReturnType<Accounts['keys']['of']>, label: string) {
  const found = keys.find((key) => key.label === label);
  const labels = keys.map((key) => key.label);
  return found ?? refuseUnknown('/expireKey', label, labels);
}

function readNewKey(
  keys: ReturnType<Accounts['keys']['of']>,
  { label = nextLabel(keys), expiresAt }: NewKey,
) {
  if (keys.length >= mostKeys)
    throw new ControlRefusal(
      'conflict',
      `expected at most ${mostKeys} keys of an account; a reset removes added ones`,
    );
  const detail = `expected a label that no key of the account has, found "${label}"`;
  if (keys.some((key) => key.label === label))
    refuseFaults([{ pointer: '/addKey/label', detail }], 'conflict');
  return { label, expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) };
}
