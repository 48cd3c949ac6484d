import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@cascade/repository/test-kit';
import type { Profile } from '../../src/index.ts';

/** Faults of concurrency, each a switch of the provider below: where, and what goes wrong. */
export const faults = {
  'id-check-then-act': 'checks the id, and notes it after a pause without a lock',
  'id-after-answer': 'notes the id after the answer',
  'id-by-replica': 'each replica has its own table of ids',
  'id-replica-lags': 'a replica learns the ids of the other late',
  'id-by-connection': 'looks the id up among those of the same connection',
  'id-forgotten-on-restart': 'forgets all ids when a replica restarts',
  'id-forgotten-after-100': 'keeps the last 100 ids',
  'id-forgotten-by-time': 'keeps an id for a second',
  'id-cache-evicts': 'keeps a random half of the ids when the table is full',
  'id-by-prefix': 'compares the first two characters',
  'id-global-noted-late': 'writes ids in batches, each 50 ms',
  'id-lost-in-batch': 'loses the first id of each batch',
  'id-on-failure-first': 'undoes its note of an id whenever any request with it is refused',
  'id-used-by-loser':
    'a repeat that comes during the commit is told not-unique, and the first is then refused',
  'id-used-before-balance': 'tells not-unique about an id whose only request was out of balance',
  'id-used-by-refusal': 'tells not-unique about an id whose only request was refused',
  'id-across-accounts': 'tells not-unique about an id of another account',
  'id-once-of-three': 'checks two requests in three',
  'id-lock-times-out': 'a repeat that waits for a lock for longer than 5 ms passes',
  'id-checked-on-one-replica': 'the second replica does not check',
  'id-accepted-unstored': 'now and then accepts, and loses the message',
  'id-stored-late': 'stores 30 ms after the answer, so that a repeat passes meanwhile',
  'money-check-then-act': 'checks the balance, and subtracts after a pause without a lock',
  'money-stale-read': 'reads the balance as it was 50 ms ago',
  'money-by-replica': 'each replica has the whole balance',
  'money-write-back': 'writes back the balance that it read, so that subtractions are lost',
  'money-refund-on-refusal': 'a refused request gets a price back',
  'money-refund-on-repeat': 'a repeat gets its price back',
  'money-twice-on-retry': 'a repeat pays again',
  'money-spent-by-refusal': 'a refused request pays',
  'money-spent-by-poor': 'a request out of balance pays; no answer shows how much an account owes',
  'money-reserved-twice': 'now and then reserves twice',
  'money-one-too-many': 'accepts at a balance of zero',
  'money-one-too-few': 'refuses at a balance of one',
  'money-back-on-restart': 'a restart brings the balance of the start back',
  'money-of-other-account': 'subtracts from the account that asked last',
  'money-batch-overdraws': 'checks each of a batch against the balance before it',
  'money-not-for-overlap': 'of requests that overlap one pays',
  'read-lags': 'the history shows a message after 100 ms',
  'read-loses': 'the history never shows one message in five',
} as const;

export type ProviderFault = keyof typeof faults;

const price = 1;
const accounts: Readonly<Record<string, number>> = {
  good: Number.POSITIVE_INFINITY,
  other: Number.POSITIVE_INFINITY,
  small: 25,
};
const stage = [{ channel: 'SMS' as const }];

/** What the verifier knows of it. */
export const profile: Profile = {
  keys: { good: 'good', small: { key: 'small', affords: 25, fresh: true } },
  otherAccount: { key: 'other', cascade: { id: 7, stages: stage } },
  address: '+12025550199',
  cascades: [{ id: 7, stages: stage }],
  content: { SMS: { text: { contentType: 'TEXT', text: 'Code' } } },
  holds: ['ADR-0007', 'ADR-0035'],
};

interface Asked {
  readonly key: string;
  readonly id: string;
  readonly cascadeId?: number;
  readonly replica: number;
  readonly connection: number;
}

/** Two replicas of a provider that is right, but for the fault; a share of the answers is lost on the way. */
export async function startFaultyProvider(fault: ProviderFault | undefined, random: () => number, lost = 0) {
  const provider = new Provider(fault, random);
  const connections = new WeakMap<object, number>();
  let opened = 0;
  const answer = async (request: IncomingMessage, replica: number) => {
    const connection = connections.get(request.socket) ?? opened++;
    connections.set(request.socket, connection);
    const { requestId: id, cascadeId } = JSON.parse(await text(request));
    const asked = { key: String(request.headers['x-api-key']), id, cascadeId, replica, connection };
    if (request.url !== '/api/messages/history') {
      const title = await provider.schedule(asked);
      return { title, status: title === 'accepted' ? 200 : 400 };
    }
    return { hasNext: false, content: (await provider.shows(asked)) ? [{}] : [], status: 200 };
  };
  const replicas = await Promise.all(
    [0, 1].map((replica) =>
      serve(async (request, response) => {
        const body = await answer(request, replica);
        if (random() < lost) return void response.destroy();
        response.writeHead(body.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }),
    ),
  );
  return {
    targets: replicas.map(({ url }) => url),
    close: () => Promise.all(replicas.map((one) => one.close())),
  };
}

const needed: Partial<Record<ProviderFault, number>> = { 'money-one-too-many': 0, 'money-one-too-few': 2 };

/** Milliseconds from the decision until the id is noted. */
const lags: Partial<Record<ProviderFault, (now: number) => number>> = {
  'id-after-answer': () => 5,
  'id-stored-late': () => 30,
  'id-global-noted-late': (now) => 50 - (now % 50),
};

/** Their pauses are only seen if no lock is around them. */
const unlocked = new Set<ProviderFault | undefined>([
  'id-check-then-act',
  'money-check-then-act',
  'money-write-back',
  'id-used-by-loser',
]);

class Provider {
  readonly #fault: ProviderFault | undefined;
  readonly #random: () => number;
  readonly #ids = new Map<string, number>();
  readonly #shown = new Map<string, number>();
  readonly #balances = new Map<string, number>(Object.entries(accounts));
  readonly #changes: { readonly at: number; readonly key: string; readonly amount: number }[] = [];
  readonly #paying = new Set<string>();
  readonly #committing = new Set<string>();
  #lock = Promise.resolve();
  #asked = 0;
  #last = 'small';

  constructor(fault: ProviderFault | undefined, random: () => number) {
    this.#fault = fault;
    this.#random = random;
  }

  async schedule(one: Asked): Promise<string> {
    this.#asked += 1;
    await this.#moment();
    if (this.#asked % 100 === 0) this.#restart();
    const decide = () => this.#decide(one);
    const answer = unlocked.has(this.#fault) ? await decide() : await this.#locked(decide);
    if (this.#is('id-on-failure-first') && answer !== 'accepted') this.#ids.delete(this.#nameOf(one));
    this.#last = one.key;
    await this.#moment();
    return answer;
  }

  async shows({ key, id }: Asked): Promise<boolean> {
    await this.#moment();
    const at = this.#shown.get(`${key} ${id}`);
    return at !== undefined && !(this.#is('read-lags') && performance.now() - at < 100);
  }

  #is(fault: ProviderFault): boolean {
    return this.#fault === fault;
  }

  /** As long as a database takes. */
  #moment(): Promise<void> {
    return pause(this.#random() * 3);
  }

  #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lock.then(work);
    this.#lock = done.then(() => undefined);
    return done;
  }

  #restart(): void {
    if (this.#is('id-forgotten-on-restart')) this.#ids.clear();
    if (this.#is('money-back-on-restart'))
      for (const [key, amount] of Object.entries(accounts)) this.#balances.set(key, amount);
  }

  async #decide(one: Asked): Promise<string> {
    if (this.#is('id-used-by-loser') && this.#committing.delete(this.#nameOf(one))) return used;
    if (this.#isUsed(one)) {
      this.#payIf('money-refund-on-repeat', one, price);
      this.#payIf('money-twice-on-retry', one, -price);
      return used;
    }
    if (this.#is('id-check-then-act')) await this.#moment();
    if (one.cascadeId === 7) return this.#charge(one);
    this.#payIf('money-refund-on-refusal', one, price);
    this.#payIf('money-spent-by-refusal', one, -price);
    if (this.#is('id-used-by-refusal')) this.#note(one);
    return refused;
  }

  async #charge(one: Asked): Promise<string> {
    const balance = this.#balanceOf(one);
    if (balance < (this.#fault === undefined ? price : (needed[this.#fault] ?? price))) {
      if (this.#is('id-used-before-balance')) this.#note(one);
      this.#payIf('money-spent-by-poor', one, -price);
      return 'out-of-balance';
    }
    if (!(await this.#commits(one))) return refused;
    this.#book(one, balance);
    this.#note(one);
    if (!this.#is('read-loses') || this.#random() > 0.2)
      this.#shown.set(`${one.key} ${one.id}`, performance.now());
    return 'accepted';
  }

  /** A commit that takes its time; a repeat that comes meanwhile may make it fail. */
  async #commits(one: Asked): Promise<boolean> {
    if (this.#is('money-check-then-act') || this.#is('money-write-back')) {
      this.#note(one);
      await this.#moment();
    }
    if (!this.#is('id-used-by-loser')) return true;
    const name = this.#nameOf(one);
    this.#committing.add(name);
    await this.#moment();
    return this.#committing.delete(name);
  }

  #nameOf({ key, id, replica, connection }: Asked): string {
    if (this.#is('id-by-replica')) return `${key} ${id} ${replica}`;
    if (this.#is('id-by-connection')) return `${key} ${id} ${connection}`;
    if (this.#is('id-by-prefix')) return `${key} ${id.slice(0, 2)}`;
    return this.#is('id-across-accounts') ? id : `${key} ${id}`;
  }

  #isUsed(one: Asked): boolean {
    const notedAt = this.#ids.get(this.#nameOf(one));
    if (notedAt === undefined) return false;
    const age = performance.now() - notedAt;
    const isMissed: Partial<Record<ProviderFault, boolean>> = {
      'id-once-of-three': this.#asked % 3 === 0,
      'id-checked-on-one-replica': one.replica === 1,
      'id-forgotten-by-time': age > 1_000,
      'id-replica-lags': one.replica === 1 && age < 20,
      'id-lock-times-out': age < 15 && this.#random() < 0.5,
    };
    return this.#fault === undefined || isMissed[this.#fault] !== true;
  }

  #note(one: Asked): void {
    const name = this.#nameOf(one);
    if (this.#is('id-lost-in-batch') && this.#ids.size % 5 === 0 && this.#random() < 0.5) return;
    if (this.#is('id-accepted-unstored') && this.#random() < 0.03) return;
    const put = () => void this.#ids.set(name, performance.now());
    const lag = this.#fault && lags[this.#fault];
    if (lag === undefined) put();
    else setTimeout(put, lag(performance.now()));
    this.#evict();
  }

  #evict(): void {
    const ids = this.#ids;
    const [oldest] = ids.keys();
    if (this.#is('id-forgotten-after-100') && ids.size > 100 && oldest !== undefined) ids.delete(oldest);
    if (this.#is('id-cache-evicts') && ids.size > 60)
      for (const each of ids.keys()) if (this.#random() < 0.5) ids.delete(each);
  }

  /** The balance of an account, or of a replica that keeps its own. */
  #purseOf({ key, replica }: Asked): string {
    return this.#is('money-by-replica') && replica === 1 ? `${key} 1` : key;
  }

  #balanceOf(one: Asked): number {
    const balance = this.#balances.get(this.#purseOf(one)) ?? accounts[one.key] ?? 0;
    const now = performance.now();
    const asOf = this.#is('money-stale-read') ? now - 50 : now - (now % 20);
    if (!this.#is('money-stale-read') && !this.#is('money-batch-overdraws')) return balance;
    const since = this.#changes.filter(({ at, key }) => key === one.key && at > asOf);
    return since.reduce((sum, { amount }) => sum - amount, balance);
  }

  #book(one: Asked, balance: number): void {
    const { key } = one;
    if (this.#is('money-write-back')) this.#balances.set(key, balance - price);
    else if (!this.#is('money-not-for-overlap') || !this.#paying.has(key)) this.#pay(one, -price);
    if (this.#random() < 0.1) this.#payIf('money-reserved-twice', one, -price);
    this.#paying.add(key);
    setTimeout(() => this.#paying.delete(key), 5);
  }

  #payIf(fault: ProviderFault, one: Asked, amount: number): void {
    if (this.#is(fault)) this.#pay(one, amount);
  }

  #pay(one: Asked, amount: number): void {
    const purse = this.#is('money-of-other-account') ? this.#last : this.#purseOf(one);
    this.#balances.set(purse, (this.#balances.get(purse) ?? accounts[one.key] ?? 0) + amount);
    this.#changes.push({ at: performance.now(), key: one.key, amount });
  }
}

const used = 'requestId-is-not-unique';
const refused = 'cascade-not-found';
