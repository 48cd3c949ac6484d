import { Command } from '@commander-js/extra-typings';
import { addKnown } from './known/known.ts';

const program = new Command('proofs').description('proves that the service keeps its promises under faults');
addKnown(program);
// pnpm passes its own `--` on.
await program.parseAsync(
  process.argv.slice(2).filter((argument) => argument !== '--'),
  { from: 'user' },
);
