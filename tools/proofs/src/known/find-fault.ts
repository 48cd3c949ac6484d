import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { type Child, startProgram } from '@cascade/repository/test-kit';
import type { TreeCopy } from './copy-tree.ts';
import { argumentsOf, environmentOf, type KnownFault, patchOf } from './fault.ts';

export interface FoundAgain {
  /** `stale`: the patch does not apply to the code of today. */
  readonly is: 'found' | 'missed' | 'stale';
  readonly seconds: number;
  /** The failure of the test, or what git says of the patch; the end of the output if no test failed. */
  readonly lines: readonly string[];
}

/** Then a test that hangs without the repair is ended: it is not found. */
const longestMs = 300_000;

/** Takes the repair out of the copy, runs what shows the fault, and puts the repair back. */
export async function findFault(
  fault: KnownFault,
  copy: TreeCopy,
  onStart: (child: Child) => void,
): Promise<FoundAgain> {
  const began = performance.now();
  const secondsUntilNow = () => Math.round((performance.now() - began) / 100) / 10;
  const refusal = copy.apply(patchOf(fault));
  if (refusal !== undefined) return { is: 'stale', seconds: 0, lines: refusal.split('\n') };
  const environment = { ...process.env, ...environmentOf(fault.shownBy), NO_COLOR: '1' };
  const child = startProgram('npm', argumentsOf(fault.shownBy), {
    cwd: copy.folder,
    environment,
    isGroup: true,
    keptCharacters: 1_000_000,
  });
  onStart(child);
  const tooLong = setTimeout(() => void child.end(), longestMs);
  await once(child.process, 'close');
  clearTimeout(tooLong);
  copy.takeBack(patchOf(fault));
  const { hasFailed, lines } = failureIn(child.output);
  const isFound =
    child.process.exitCode !== 0 && hasFailed && lines.some((line) => line.includes(fault.finds));
  return { is: isFound ? 'found' : 'missed', seconds: secondsUntilNow(), lines };
}

/** What Vitest says of the tests that failed; else the end of its output. */
function failureIn(output: string): { readonly hasFailed: boolean; readonly lines: readonly string[] } {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const first = lines.findIndex((line) => line.startsWith(' FAIL '));
  if (first === -1) return { hasFailed: false, lines: lines.slice(-12) };
  const failure = lines.slice(first);
  const summary = failure.findIndex((line) => line.startsWith(' Test Files '));
  return { hasFailed: true, lines: summary === -1 ? failure : failure.slice(0, summary) };
}
