import { EventEmitter } from 'node:events';
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { caseHeader, pending, type Transaction } from './transaction.ts';

/** Transactions that shall be run against an address. */
export interface DreddTask {
  readonly endpoint: string;
  readonly transactions: readonly Transaction[];
}

/** Dredd's own word on a transaction, by the id that its request carries. */
export interface DreddWord {
  readonly id: string;
  readonly valid: boolean;
  readonly message: string;
}

/** By itself Dredd opens a connection for each transaction. */
const agent = new Agent({ keepAlive: true });

/** The least that Dredd can parse; dredd-hooks.cts replaces it. */
const blueprint = '# GET /\n+ Response 200\n';

interface DreddTest {
  readonly valid?: boolean;
  readonly message?: string;
  readonly request?: { readonly headers?: Readonly<Record<string, string>> };
}

/** Has Dredd run every transaction, silently. */
export async function runDredd(
  { endpoint, transactions }: DreddTask,
  onWord: (word: DreddWord) => void,
): Promise<void> {
  const { default: Dredd } = await import('dredd');
  silenceReporters();
  pending.splice(0, pending.length, ...transactions);
  const emitter = new EventEmitter();
  const keep = ({ request, valid = false }: DreddTest, message: string) => {
    const id = request?.headers?.[caseHeader];
    if (id !== undefined) onWord({ id, valid, message });
  };
  emitter.on('test pass', (test: DreddTest) => keep(test, ''));
  emitter.on('test fail', (test: DreddTest) => keep(test, test.message ?? ''));
  emitter.on('test error', (error: Error, test: DreddTest) => keep(test, error.message));
  const dredd = new Dredd({
    endpoint,
    path: [],
    apiDescriptions: [{ location: 'vectors.apib', content: blueprint }],
    hookfiles: [`./dredd-hooks${extname(import.meta.url).replace('.', '.c')}`],
    emitter,
    loglevel: 'silent',
    http: { agent },
    custom: { cwd: import.meta.dirname },
  });
  await new Promise<void>((resolve, reject) => {
    dredd.run((error) => (error ? reject(error) : resolve()));
  });
}

/** Dredd's command line reporter cannot be switched off; only its transport can. */
function silenceReporters(): void {
  const require = createRequire(import.meta.url);
  const output: { default: { transports: { console: { silent: boolean } } } } = createRequire(
    require.resolve('dredd'),
  )('./reporters/reporterOutputLogger');
  output.default.transports.console.silent = true;
}
