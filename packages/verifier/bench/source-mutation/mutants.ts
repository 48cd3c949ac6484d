import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The provider whose sources are mutated. What is generated from the contract is left out. */
export const providerFolder = fileURLToPath(
  new URL('../../../../examples/provider-python/', import.meta.url),
);
const mutatedFiles = ['contract.py', 'deliveries.py', 'ledger.py', 'provider.py'] as const;

const mutate = fileURLToPath(new URL('mutate.py', import.meta.url));
const files = mutatedFiles.map((file) => `${providerFolder}${file}`);
const limits = { maxBuffer: 64_000_000, timeout: 600_000 };
const run = promisify(execFile);

/** One change to one file. */
export interface SourceMutant {
  /** `file:function:operator:before → after`, with ` #2` for the second of the same text in a function. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  /** The whole file with the change. */
  readonly source: string;
}

/** Every mutant of the provider; needs python3. */
export async function listMutants(): Promise<readonly SourceMutant[]> {
  const { stdout } = await run('python3', ['-B', mutate, ...files], limits);
  return JSON.parse(stdout);
}

/** The ids alone, without the sources, in a fraction of the time. */
export async function listIds(): Promise<readonly string[]> {
  const { stdout } = await run('python3', ['-B', mutate, '--ids', ...files], limits);
  return JSON.parse(stdout);
}
