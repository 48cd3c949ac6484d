import type { Command, Tool } from './tool.ts';

/** The compiler for programs that generated TypeScript, and the types of Node. */
const packages: readonly string[] = ['typescript@5.9.3', '@types/node@24.9.1'];

/** Installs packages of npm, and the compiler, into `home`. */
export function installFromNpm(home: string, generators: readonly string[]): readonly Command[] {
  const options = ['--silent', '--no-audit', '--no-fund', '--prefix', home];
  return [['npm', 'install', ...options, ...generators, ...packages]];
}

/**
 * Compiles `main.ts` and what it imports into `js`, strictly. Of several programs in folders of `folder`, each becomes a
 * folder in `js`: the compiler then reads the libraries once.
 */
export function compileTypescript(home: string, folder: string, programs = ['main.ts']): Command {
  return [
    process.execPath,
    `${home}/node_modules/typescript/bin/tsc`,
    ...programs.map((program) => `${folder}/${program}`),
    ...['--outDir', `${folder}/js`, '--strict', '--skipLibCheck', '--target', 'es2022'],
    ...['--module', 'commonjs', '--moduleResolution', 'node10', '--lib', 'es2022,dom,dom.iterable'],
    ...['--types', 'node', '--typeRoots', `${home}/node_modules/@types`],
  ];
}

const orvalVersion = '8.38.0';

/** Generates as `orval.config.mjs` in `folder` says, which reads `openapi.yaml` beside it. */
function generateByOrval(home: string, description: string, folder: string): readonly Command[] {
  return [
    ['cp', description, `${folder}/openapi.yaml`],
    [process.execPath, `${home}/node_modules/orval/dist/bin/orval.mjs`, '--config', 'orval.config.mjs'],
  ];
}

const heyApiVersion = '0.95.0';

/** A TypeScript client over fetch. */
export const heyApi: Tool = {
  name: '@hey-api/openapi-ts',
  version: heyApiVersion,
  language: 'TypeScript',
  reads: 'openapi',
  lines: {
    install: 'npm install --save-dev @hey-api/openapi-ts',
    generate: 'npx openapi-ts -i openapi-for-generators.yaml -o api',
    call: 'const { data, error } = await scheduleMessage({ body })',
  },
  needs: [['npm', '--version']],
  programs: { 'hey-api.ts': 'main.ts', 'steps.ts': 'steps.ts', 'commonjs.json': 'package.json' },
  install: (home) => installFromNpm(home, [`@hey-api/openapi-ts@${heyApiVersion}`]),
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

/** A TypeScript client over fetch. */
export const orvalFetch: Tool = {
  name: 'orval fetch',
  version: orvalVersion,
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
  install: (home) => installFromNpm(home, [`orval@${orvalVersion}`]),
  generate: generateByOrval,
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};

/** Schemas for Zod; the program sends by fetch. */
export const orvalZod: Tool = {
  name: 'orval zod',
  version: orvalVersion,
  language: 'TypeScript (Zod 4)',
  reads: 'openapi',
  lines: {
    install: 'npm install --save-dev orval && npm install zod',
    generate: 'npx orval --config orval.config.mjs',
    file: ['orval.config.mjs', 'orval-zod.config.mjs'],
    call: 'const { requestId, status, error } = StatusEvent.parse(JSON.parse(body))',
    remark: 'Without `schemas` in its configuration, it writes no schema of callbacks and problems.',
  },
  needs: [['npm', '--version']],
  programs: {
    'orval-zod.ts': 'main.ts',
    'orval-zod.config.mjs': 'orval.config.mjs',
    'steps.ts': 'steps.ts',
    'commonjs.json': 'package.json',
    'orval-tsconfig.json': 'tsconfig.json',
  },
  install: (home) => installFromNpm(home, [`orval@${orvalVersion}`, 'zod@4.6.7']),
  generate: generateByOrval,
  compile: (home, folder) => [
    ['ln', '-s', `${home}/node_modules`, `${folder}/node_modules`],
    compileTypescript(home, folder),
  ],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};
