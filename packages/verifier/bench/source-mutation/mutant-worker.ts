import { type Bounds, judgeMutant } from './judge-mutant.ts';
import type { SourceMutant } from './mutants.ts';

export interface MutantTask {
  readonly mutant: SourceMutant;
  readonly bounds: Bounds;
}

process.on('message', async ({ mutant, bounds }: MutantTask) => {
  process.send?.(await judgeMutant(mutant, bounds));
});

// The parent has no more work, or has ended. Exiting ends the mutant as well.
process.on('disconnect', () => process.exit(0));
// Ctrl-C is for the parent.
process.on('SIGINT', () => {});
