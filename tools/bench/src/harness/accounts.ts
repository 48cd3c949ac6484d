import { anAccount } from '@cascade/service/testing';

type Declared = ReturnType<typeof anAccount>;

/** An account of a load. It can pay for every message if no balance is given. */
export interface LoadAccount {
  /** Its key, too, unless it has others. */
  readonly name: string;
  readonly keys?: readonly { readonly key: string; readonly expiresAt?: string }[];
  /** The receiver of its callbacks; none if absent. */
  readonly url?: string;
  /** With a callback; all if absent. */
  readonly statuses?: readonly string[];
  readonly balance?: number | undefined;
  /**
   * By id: the channels of the stages, each with its TTL behind it if it has one, such as `CHATTWO 00:30:00`.
   */
  readonly cascades: Readonly<Record<number, readonly string[]>>;
  /** Whether each cascade has a sender signature of its own, with its number; all have one if absent. */
  readonly hasSenders?: boolean;
}

let lastStage = 0;

/**
 * An accounts file. JSON is YAML. The service checks it: a channel or a status may come from a command line.
 */
export function accountsFile(accounts: readonly LoadAccount[]): string {
  return JSON.stringify({ accounts: accounts.map(accountOf) });
}

function accountOf({ name, keys, url, statuses, balance, cascades, hasSenders }: LoadAccount) {
  const settings = { callbacks: { statuses } } as NonNullable<Declared['settings']>;
  return anAccount(name, {
    keys: keys ?? [{ key: name }],
    balance: balance ?? 1_000_000_000_000,
    prices: { SMS: 5, CHATONE: 3, CHATTWO: 3 },
    cascades: Object.entries(cascades).map(([id, stages]) => ({
      id: Number(id),
      name: `codes-${id}`,
      stages: stages.map((stage) => stageOf(stage, hasSenders ? Number(id) : 1)),
    })),
    ...(url !== undefined && { callback: { url } }),
    ...(statuses !== undefined && { settings }),
  });
}

function stageOf(stage: string, subject: number) {
  const [channel = '', ttl] = stage.split(' ');
  lastStage += 1;
  return {
    uuid: `00000000-0000-4000-8000-${String(lastStage).padStart(12, '0')}`,
    channel: channel as Declared['cascades'][number]['stages'][number]['channel'],
    ...(ttl !== undefined && { ttl }),
    subject: { id: subject, subject: subject === 1 ? 'codes' : `codes-${subject}` },
  };
}

/** The cascade of one stage that a message names by default. */
export const oneStage = { 2002: ['SMS'] } as const;

/** The key of the account of {@link benchAccount}. */
export const apiKey = 'bench-key';

/** One account with a cascade of one stage, and callbacks for these statuses. */
export function benchAccount(url: string, statuses: readonly string[]): LoadAccount {
  return { name: apiKey, url, statuses, cascades: oneStage };
}

/** The cascade of {@link stagedAccounts}. */
export const stagedId = 2;

/** The key of an account of {@link stagedAccounts}, by its number. */
export function stagedKey(account: number): string {
  return `staged-${account}`;
}

/** Accounts with a cascade of two stages. */
export function stagedAccounts(url: string, count = 1): readonly LoadAccount[] {
  const cascades = { [stagedId]: ['CHATTWO 00:30:00', 'SMS'] };
  return Array.from({ length: count }, (_, number) => ({ name: stagedKey(number), url, cascades }));
}

export const allStatuses = ['ENQUEUED', 'SENT', 'DELIVERED'] as const;
