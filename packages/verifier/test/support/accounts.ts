import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccountsFile } from '@cascade/service';
import { parse, stringify } from 'yaml';
import { callbackSecret } from '../../mutants/witness/listener.ts';
import { notActivated } from '../../mutants/witness/requests.ts';

const purses = 60;
const listeners = 40;
const price = 5;

/** Keys of accounts whose balance covers this number of SMS messages. */
export function purseKeys(size: 1 | 2): string[] {
  return Array.from({ length: purses }, (_, at) => `purse-${size}-${at}-key`);
}

/** Keys of accounts that take callbacks. */
export function listenerKeys(): string[] {
  return Array.from({ length: listeners }, (_, at) => `listener-${at}-key`);
}

interface DemoCascade {
  readonly stages: readonly { readonly channel: string; readonly subject: { readonly subject: string } }[];
}

/** Every sender of the cascades, once and activated. */
function sendersOf(cascades: readonly DemoCascade[]): object[] {
  const senders = cascades.flatMap(({ stages }) =>
    stages.map(({ channel, subject: { subject } }) => ({ channel, subject })),
  );
  return [...new Map(senders.map((sender) => [JSON.stringify(sender), sender])).values()];
}

/** The demo accounts, and what the witnesses need beside them. */
export async function witnessAccounts(): Promise<Awaited<ReturnType<typeof readAccountsFile>>> {
  const demo = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));
  const { accounts } = parse(await readFile(demo, 'utf8'));
  const { prices, cascades } = accounts[0];
  const make = (name: string, more: object = {}) => ({
    name,
    keys: [{ key: `${name}-key` }],
    balance: 100_000_000,
    prices,
    cascades,
    ...more,
  });
  const own = {
    id: 777,
    name: 'Not of the demo account',
    stages: [
      { uuid: '77777777-9f0d-4f0e-8d55-0c0d5b1f0777', channel: 'SMS', subject: { id: 1, subject: 'codes' } },
    ],
  };
  const unactivated = {
    id: notActivated,
    name: 'Not activated',
    stages: [
      { uuid: '3c0f6a1e-52d7-4b8e-9a61-7d4e8f900909', channel: 'SMS', subject: { id: 9, subject: 'silent' } },
    ],
  };
  const listening = {
    callback: { secrets: [callbackSecret] },
    cascades: [...cascades, unactivated],
    senders: [...sendersOf(cascades), { channel: 'SMS', subject: 'silent', activated: false }],
    // Fits every text that is a UUID, as those of the witnesses are.
    templates: [{ channel: 'CHATTWO', name: 'uuid', text: '{a}-{b}-{c}-{d}-{e}' }],
  };
  const more = [
    make('other', { cascades: [...cascades, own] }),
    ...Array.from({ length: listeners }, (_, at) => make(`listener-${at}`, listening)),
    ...[1, 2].flatMap((size) =>
      Array.from({ length: purses }, (_, at) => make(`purse-${size}-${at}`, { balance: size * price })),
    ),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'cascade-mutants-'));
  const path = join(folder, 'accounts.yaml');
  await writeFile(path, stringify({ accounts: [...accounts, ...more] }, { aliasDuplicateObjects: false }));
  return readAccountsFile(path).finally(() => rm(folder, { recursive: true }));
}
