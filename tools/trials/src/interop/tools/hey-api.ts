import type { Tool } from '../tool.ts';
import { compileTypescript, installFromNpm } from '../typescript.ts';

const version = '0.95.0';

/** A TypeScript client over fetch. */
export const heyApi: Tool = {
  name: '@hey-api/openapi-ts',
  version,
  language: 'TypeScript',
  reads: 'openapi',
  lines: {
    install: 'npm install --save-dev @hey-api/openapi-ts',
    generate: 'npx openapi-ts -i openapi-for-generators.yaml -o api',
    call: 'const { data, error } = await scheduleMessage({ body })',
  },
  needs: [['npm', '--version']],
  programs: { 'hey-api.ts': 'main.ts', 'steps.ts': 'steps.ts', 'commonjs.json': 'package.json' },
  install: (home) => installFromNpm(home, [`@hey-api/openapi-ts@${version}`]),
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
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
