import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What was proven in an earlier run, and all that it was proven with. */
export interface Proofs {
  /** Whether it was proven with these inputs. */
  has(name: string, inputs: readonly Input[]): boolean;
  keep(name: string, inputs: readonly Input[]): void;
  /** Does the work, unless it was proven with these inputs. What fails is done again in each run. */
  once(name: string, inputs: readonly Input[], work: () => Promise<unknown>): Promise<void>;
}

type Input = string | Uint8Array;

export interface ProofOptions {
  /** Where a clone keeps what it can make again. */
  readonly folder: string;
  /** The files of the programs that prove. */
  readonly by: readonly string[];
  /** Nothing counts as proven: `npm test -- --force`. */
  readonly isFresh?: boolean;
}

/** It names each library in the version that is here. */
const lockfile = fileURLToPath(new URL('../../../../pnpm-lock.yaml', import.meta.url));

/**
 * A slow test that passed passes again while all that goes into it is the same: a change of one package must
 * not have every other package installed and tried anew. Turbo knows a whole package only, and the files that
 * it was made from.
 */
export function keepProofs({ folder, by, isFresh = process.env.FRESH === '1' }: ProofOptions): Proofs {
  const common = hashOf([process.version, ...[lockfile, ...by].map((path) => readFileSync(path))]);
  const keyOf = (inputs: readonly Input[]) => hashOf([common, ...inputs]);
  const pathOf = (name: string) => join(folder, hashOf([name]));
  const has: Proofs['has'] = (name, inputs) => !isFresh && read(pathOf(name)) === keyOf(inputs);
  const keep: Proofs['keep'] = (name, inputs) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(pathOf(name), keyOf(inputs));
  };
  return {
    has,
    keep,
    async once(name, inputs, work) {
      if (has(name, inputs)) return;
      await work();
      keep(name, inputs);
    },
  };
}

/** In hexadecimal; of where each part ends, too. */
export function hashOf(parts: readonly Input[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex');
}

/** Undefined if there is none. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
