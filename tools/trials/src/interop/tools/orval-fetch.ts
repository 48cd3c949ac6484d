import * as orval from '../orval.ts';
import type { Tool } from '../tool.ts';
import { compileTypescript, installFromNpm } from '../typescript.ts';

/** A TypeScript client over fetch. */
export const orvalFetch: Tool = {
  name: 'orval fetch',
  version: orval.version,
  language: 'TypeScript',
  reads: 'openapi',
  lines: {
    install: 'npm install --save-dev orval',
    generate: 'npx orval --input openapi-for-generators.yaml --client fetch --output api/client.ts',
    call: 'const { status, data } = await scheduleMessage(body)',
    remark:
      'Its paths are relative: give it `baseUrl` or a `mutator` in `orval.config.ts`, which also adds the key.',
  },
  needs: [['npm', '--version']],
  programs: {
    'orval-fetch.ts': 'main.ts',
    'orval-fetch.config.mjs': 'orval.config.mjs',
    'orval-send.ts': 'send.ts',
    'steps.ts': 'steps.ts',
    'commonjs.json': 'package.json',
    'orval-tsconfig.json': 'tsconfig.json',
  },
  install: (home) => installFromNpm(home, [orval.npmPackage]),
  generate: orval.generate,
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
