import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { repositoryRoot } from '../../index.ts';
import { checkContract, checkFit, lintOrThrow } from '../check-contract.ts';
import { inputs } from '../generate.ts';
import type { Mistake, SpecEdit } from './table.ts';

/** The first message about a mistake, and how long it took. */
export interface FirstMessage {
  readonly message: string;
  readonly seconds: number;
}

/** A copy of what the generators read, in which mistakes can be made one after another. */
export interface Copy extends Disposable {
  readonly root: string;
  /** Makes the edit, calls `look`, and undoes the edit. */
  with<Seen>(edit: SpecEdit, look: () => Promise<Seen>): Promise<Seen>;
}

export function copyInputs(): Copy {
  const root = mkdtempSync(join(tmpdir(), 'cascade-mistakes-'));
  const isCopied = (path: string) => !['node_modules', 'baseline'].includes(basename(path));
  for (const path of inputs)
    cpSync(join(repositoryRoot, path), join(root, path), { recursive: true, filter: isCopied });
  // spec/redocly.yaml names our rules.
  symlinkSync(join(repositoryRoot, 'tools'), join(root, 'tools'));
  return {
    root,
    async with({ file, from, to }, look) {
      const path = join(root, 'spec', file);
      const text = from === undefined ? undefined : readFileSync(path, 'utf8');
      if (from !== undefined && !text?.includes(from))
        throw new Error(`${file}: expected ${from}, found none`);
      writeFileSync(path, text === undefined ? to : text.replace(from ?? '', () => to));
      try {
        return await look();
      } finally {
        if (text === undefined) rmSync(path);
        else writeFileSync(path, text);
      }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  };
}

/** Makes the checks of `npm run generate`, without what it generates. */
export async function firstMessage(copy: Copy, mistake: Mistake): Promise<FirstMessage> {
  return await copy.with(mistake, async () => {
    const start = performance.now();
    const message = await check(copy.root);
    return { message, seconds: (performance.now() - start) / 1000 };
  });
}

/** The first fault; `accepted` if there is none. */
async function check(root: string): Promise<string> {
  try {
    checkContract(root);
    await lintOrThrow(root);
    checkFit(root);
    return 'accepted';
  } catch (error) {
    const [heading = '', first = heading] =
      error instanceof Error ? error.message.split('\n') : [String(error)];
    return first.replaceAll(`${root}/`, '');
  }
}
