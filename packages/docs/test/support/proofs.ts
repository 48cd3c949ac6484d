import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepProofs, type Proofs } from '@cascade/test-kit/proofs';

/** Where a clone keeps what it can make again. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/proofs', import.meta.url));
const support = fileURLToPath(new URL('*.ts', import.meta.url));

/** For the tests of one file, of which `others` are the modules beside the support. */
export function proofsOf(file: string, others: readonly string[] = []): Proofs {
  return keepProofs({ folder, by: [file, ...others, ...globSync(support).toSorted()] });
}
