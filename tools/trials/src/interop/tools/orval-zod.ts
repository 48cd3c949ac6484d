import * as orval from '../orval.ts';
import type { Tool } from '../tool.ts';
import { compileTypescript, installFromNpm } from '../typescript.ts';

/** Schemas for Zod; the program sends by fetch. */
export const orvalZod: Tool = {
  name: 'orval zod',
  version: orval.version,
  language: 'TypeScript (Zod 4)',
  reads: 'openapi',
  lines: {
    install: 'npm install --save-dev orval && npm install zod',
    generate: 'npx orval --config orval.config.ts',
    call: 'const { requestId, status, error } = StatusEvent.parse(JSON.parse(body))',
    remark:
      "Its configuration needs `client: 'zod'` and `schemas: { path: 'api/schemas', type: 'zod' }`: without the second, it\nwrites no schema of callbacks and problems.",
  },
  needs: [['npm', '--version']],
  programs: {
    'orval-zod.ts': 'main.ts',
    'orval-zod.config.mjs': 'orval.config.mjs',
    'steps.ts': 'steps.ts',
    'commonjs.json': 'package.json',
    'orval-tsconfig.json': 'tsconfig.json',
  },
  install: (home) => installFromNpm(home, [orval.npmPackage, 'zod@4.6.7']),
  generate: orval.generate,
  compile: (home, folder) => [
    ['ln', '-s', `${home}/node_modules`, `${folder}/node_modules`],
    compileTypescript(home, folder),
  ],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
