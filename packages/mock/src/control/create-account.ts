import { randomBytes, randomUUID } from 'node:crypto';
import type { CreatedAccount, NewAccount, NewCascade } from '../generated/control.ts';
import type { Accounts } from '../provider/account.ts';
import type { DeclaredAccount, Provider } from '../provider/provider.ts';
import { ControlRefusal, refuseFaults } from './control-problem.ts';

const mostAccounts = 10_000;
const usualBalance = 100_000_000;

/**
 * Opens an account with what a test asks for; the rest is as in the first account of the provider.
 * @throws {ControlRefusal} if a name or the id of a cascade is used twice, or there are too many accounts.
 */
export function createAccount(accounts: Accounts, provider: Provider, wanted: NewAccount): CreatedAccount {
  const key = madeKey();
  const { name = `account-${key.slice(-12)}`, balance = usualBalance, lenient = {} } = wanted;
  if (accounts.added() >= mostAccounts)
    throw new ControlRefusal(
      'conflict',
      `expected at most ${mostAccounts} created accounts; POST /control/reset removes them`,
    );
  if (accounts.byName.has(name))
    refuseFaults(
      [{ pointer: '/name', detail: `expected a name that no account has, found "${name}"` }],
      'conflict',
    );
  const [first] = provider.accounts;
  const cascades = wanted.cascades?.map(withIds) ?? first?.cascades ?? [];
  refuseRepeatedIds(wanted.cascades ?? []);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const declared: DeclaredAccount = {
    name,
    keys: [],
    balance,
    prices: { ...(wanted.prices ?? first?.prices) },
    cascades,
    callback: { secrets: [secret] },
    settings: { lenient },
  };
  accounts.add(declared, key);
  return { name, key, balance, cascades: cascades.map(shownCascade), callbackSecret: secret };
}

type Cascade = DeclaredAccount['cascades'][number];

/** A key as text. */
export function madeKey(): string {
  return `mock-${randomBytes(24).toString('base64url')}`;
}

/** With the ids that were not asked for. */
export function withIds({ id, name = `cascade ${id}`, stages }: NewCascade): Cascade {
  return {
    id,
    name,
    stages: stages.map(({ uuid = randomUUID(), subject = { id: 1, subject: 'mock' }, ...stage }) => ({
      uuid,
      ...stage,
      subject,
    })),
  };
}

/** As the description has them: cascades of a provider file have more. */
export function shownCascade({ id, name = `cascade ${id}`, stages }: Cascade): NewCascade {
  return { id, name, stages: stages.map(shownStage) };
}

function shownStage({
  uuid,
  channel,
  ttl,
  subject,
}: Cascade['stages'][number]): NewCascade['stages'][number] {
  return {
    uuid,
    channel: channel as NewCascade['stages'][number]['channel'],
    ...(ttl === undefined ? {} : { ttl }),
    subject: { id: subject?.id ?? 1, subject: subject?.subject ?? '' },
  };
}

/** @throws {ControlRefusal} if two cascades have the same id. */
export function refuseRepeatedIds(cascades: readonly NewCascade[]): void {
  const ids = cascades.map(({ id }) => id);
  const again = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (again === -1) return;
  const detail = `expected an id that no other cascade has, found ${ids[again]}`;
  refuseFaults([{ pointer: `/cascades/${again}/id`, detail }], 'conflict');
}
