import { fileURLToPath } from 'node:url';
import { keepProofs, type Proofs } from '@cascade/repository/test-kit/proofs';

/** Where a clone keeps what it can make again. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/proofs', import.meta.url));

/** For tests; `by`: the files that prove. */
export function proofsOf(...by: readonly string[]): Proofs {
  return keepProofs({ folder, by });
}
