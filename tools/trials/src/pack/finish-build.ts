import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packWithOurs } from './bundle/with-ours.ts';
import { precomputed } from './precomputed.ts';
import { repositoryRoot } from './published.ts';

/** The steps after the compiler: `node ../../tools/trials/src/pack/finish-build.ts` in the folder of a package. */
copyAssets();
await replacePrecomputed();
writeCommonJsTypes(join(packWithOurs(), 'dist'));

/** Copies the files that modules read at run time beside the compiled modules. */
function copyAssets(): void {
  const assets = globSync('src/**/*.{yaml,sql,css,html}', { exclude: ['src/**/testing/**'] });
  for (const asset of assets) cpSync(asset, join('dist', asset.slice('src/'.length)));
}

/** Replaces the compiled modules that would read files of the repository. */
async function replacePrecomputed(): Promise<void> {
  for (const [module, text] of await precomputed(relative(repositoryRoot, process.cwd()))) {
    writeFileSync(`dist/${module}.js`, text);
    rmSync(`dist/${module}.js.map`, { force: true });
  }
}

/**
 * Writes the declarations a second time, as those of CommonJS. `require()` returns our ES modules from Node
 * 22.12 on. TypeScript knows that since 5.8 and only with `nodenext`; before, it refuses declarations of an
 * ES module.
 */
function writeCommonJsTypes(dist: string): void {
  const folder = join(dist, 'commonjs');
  rmSync(folder, { recursive: true, force: true });
  for (const file of globSync('**/*.d.ts', { cwd: dist })) cpSync(join(dist, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}
