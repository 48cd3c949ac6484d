import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/test-kit';
import { endedChildrenSeconds } from '../processor-time.ts';
import type { Figure, Prepared, Turn } from './part.ts';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What is read off a program that runs to its end. */
export const programFigures = {
  time: { says: 'a run', unit: 's', better: 'lower' },
  processor: { says: 'processor time of a run', unit: 's', better: 'lower' },
} as const satisfies Readonly<Record<string, Figure>>;

/** The arguments of Node, and where it runs. */
export interface NodeRun {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Instead of ours. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs a program of Node once. @throws {Error} with its output if it fails. */
function runNode({ args, ...options }: NodeRun): Turn {
  return async () => {
    const [processor, begin] = [endedChildrenSeconds(), performance.now()];
    const { code, out, err } = await runProgram(process.execPath, args, options);
    if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}:\n${out}${err}`);
    const time = (performance.now() - begin) / 1_000;
    return { time, processor: endedChildrenSeconds() - processor };
  };
}

/** Two programs, the second of which needs nothing cleaned up if `close` is absent. */
export function twoPrograms(ours: NodeRun, peer: NodeRun, close = async () => {}): Prepared {
  return { ours: runNode(ours), peer: runNode(peer), close };
}
