import { apply } from './apply.ts';
import { balance } from './balance.ts';
import { callbacks } from './callbacks.ts';
import { cascades } from './cascades.ts';
import { cluster } from './cluster.ts';
import type { Command } from './command.ts';
import { keys } from './keys.ts';
import { messages } from './messages.ts';
import { start } from './start.ts';

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  start,
  apply,
  keys,
  balance,
  cascades,
  callbacks,
  messages,
  cluster,
];
