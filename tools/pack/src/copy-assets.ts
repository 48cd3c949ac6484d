import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the files that modules read at run time beside the compiled modules: `node
 * ../../tools/pack/src/copy-assets.ts` in the folder of a package, after the compiler.
 */
const assets = globSync('src/**/*.{yaml,sql,css}', { exclude: ['src/**/testing/**'] });
for (const asset of assets) cpSync(asset, join('dist', asset.slice('src/'.length)));
