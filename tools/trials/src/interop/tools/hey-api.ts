import type { Tool } from '../tool.ts';

const version = '0.95.0';
const typescript = '5.9.3';

/** A TypeScript client over fetch. */
export const heyApi: Tool = {
  name: '@hey-api/openapi-ts',
  version,
  language: 'TypeScript',
  needs: [['npm', '--version']],
  programs: { 'hey-api.ts': 'main.ts', 'commonjs.json': 'package.json' },
  install: (home) => [
    [
      'npm',
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--prefix',
      home,
      `@hey-api/openapi-ts@${version}`,
      `typescript@${typescript}`,
      '@types/node@24.9.1',
    ],
  ],
  generate: (home, description, folder) => [
    [
      process.execPath,
      `${home}/node_modules/@hey-api/openapi-ts/bin/run.js`,
      '-i',
      description,
      '-o',
      `${folder}/api`,
    ],
  ],
  compile: (home, folder) => [
    [
      process.execPath,
      `${home}/node_modules/typescript/bin/tsc`,
      `${folder}/main.ts`,
      ...['--outDir', `${folder}/js`, '--strict', '--skipLibCheck', '--target', 'es2022'],
      ...['--module', 'commonjs', '--moduleResolution', 'node10', '--lib', 'es2022,dom,dom.iterable'],
      ...['--types', 'node', '--typeRoots', `${home}/node_modules/@types`],
    ],
  ],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
