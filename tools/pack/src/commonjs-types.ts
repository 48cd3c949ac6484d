import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the declarations a second time, as those of CommonJS: `node ../../tools/pack/src/commonjs-types.ts` in the
 * folder of a package, after the compiler. `require()` returns our ES modules from Node 22.12 on. TypeScript knows that
 * only since 5.8 and only with `nodenext`; before, it refuses an import whose declarations are those of an ES module.
 */
const folder = 'dist/commonjs';
rmSync(folder, { recursive: true, force: true });
for (const file of globSync('**/*.d.ts', { cwd: 'dist' })) cpSync(join('dist', file), join(folder, file));
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
