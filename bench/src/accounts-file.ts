/** An account of a load. It can pay for every message if no balance is given. */
export interface LoadAccount {
  /** Its key, too. */
  readonly name: string;
  /** The receiver of its callbacks; none if absent. */
  readonly url?: string;
  /** With a callback; all if absent. */
  readonly statuses?: readonly string[];
  readonly balance?: number | undefined;
  /** By id: the channels of the stages, each with its TTL behind it if it has one, such as `CHATTWO 00:30:00`. */
  readonly cascades: Readonly<Record<number, readonly string[]>>;
}

let lastStage = 0;

/** An accounts file. JSON is YAML. */
export function accountsFile(accounts: readonly LoadAccount[]): string {
  return JSON.stringify({ accounts: accounts.map(accountOf) });
}

function accountOf({ name, url, statuses, balance = 1_000_000_000_000, cascades }: LoadAccount) {
  return {
    name,
    keys: [{ key: name }],
    balance,
    prices: { SMS: 5, CHATTWO: 3 },
    cascades: Object.entries(cascades).map(([id, stages]) => ({
      id: Number(id),
      name: `codes-${id}`,
      stages: stages.map(stageOf),
    })),
    ...(url !== undefined && { callback: { url } }),
    ...(statuses !== undefined && { settings: { callbacks: { statuses } } }),
  };
}

function stageOf(stage: string) {
  const [channel, ttl] = stage.split(' ');
  lastStage += 1;
  return {
    uuid: `00000000-0000-4000-8000-${String(lastStage).padStart(12, '0')}`,
    channel,
    ...(ttl !== undefined && { ttl }),
    subject: { id: 1, subject: 'codes' },
  };
}

/** The key of the account of {@link benchFile}. */
export const apiKey = 'bench-key';

/** One account with a cascade of one stage, which `schedulingBody` names, and callbacks for these statuses. */
export function benchFile(url: string, statuses: readonly string[]): string {
  return accountsFile([{ name: apiKey, url, statuses, cascades: { 2002: ['SMS'] } }]);
}

/** The cascade of {@link stagedFile}. */
export const stagedId = 2;

/** The key of an account of {@link stagedFile}, by its number. */
export function stagedKey(account: number): string {
  return `staged-${account}`;
}

/** Accounts with a cascade of two stages. */
export function stagedFile(url: string, count = 1): string {
  const cascades = { [stagedId]: ['CHATTWO 00:30:00', 'SMS'] };
  return accountsFile(
    Array.from({ length: count }, (_, number) => ({ name: stagedKey(number), url, cascades })),
  );
}
