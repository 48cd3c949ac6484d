import { rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { precomputed } from './precomputed.ts';
import { repositoryRoot } from './published.ts';

/**
 * Replaces the compiled modules that would read files of the repository: `node ../../tools/pack/src/precompute.ts` in
 * the folder of a package, after the compiler.
 */
for (const [module, text] of await precomputed(relative(repositoryRoot, process.cwd()))) {
  writeFileSync(`dist/${module}.js`, text);
  rmSync(`dist/${module}.js.map`, { force: true });
}
