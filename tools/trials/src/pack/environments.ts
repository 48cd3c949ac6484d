import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, newPage, noBrowser } from '@cascade/repository/test-kit/browser';
import { build, version as esbuild } from 'esbuild';
import type { Environment } from './environment.ts';
import { frameworks } from './frameworks.ts';
import { managers } from './managers.ts';
import { install, installers } from './pack.ts';
import { mixed, program, works } from './program.ts';
import { programTrial, run, trial } from './run.ts';
import { tryExamples } from './try-examples.ts';
import { tryManager } from './try-managers.ts';
import { tryPackages } from './try-packages.ts';

/** Each tarball alone, by the line of the page for each package manager. */
const alone: readonly Environment[] = managers.map((manager) => ({
  name: manager.name,
  version: manager.version,
  archive: manager.archive,
  packages: 'each alone',
  how: [manager.prepare ?? [], manager.add]
    .flat()
    .map((line) => `\`${line}\``)
    .join(', then '),
  tryIn: ({ callers, ...site }) =>
    tryManager({ ...site, manager, typeRoots: join(callers, 'node_modules/@types') }),
}));

/** What the page of the examples prints. */
const examples: Environment = {
  name: 'npm',
  version: '11.21.2',
  archive: 'npm@11.21.2',
  packages: 'of examples',
  how: 'the lines of [examples](../examples/README.md), for each of them',
  tryIn: ({ packed, ...place }) => tryExamples(packed, place),
};

/** The versions of Node that the published packages promise to run on. */
const nodes = ['22', '24', '26'];

/**
 * All packages in each Node, installed by each package manager: imported, asked for help, and the mock
 * judged.
 */
const servers: readonly Environment[] = nodes.flatMap((version) =>
  installers.map((manager) => ({
    name: 'Node',
    version,
    archive: `node@${version}`,
    packages: 'all',
    how: `ES modules and commands, installed by ${manager}`,
    async tryIn(place) {
      await install(manager, place.packed, place);
      return tryPackages(place.packed, place);
    },
  })),
);

const runtimes: readonly (readonly [name: string, version: string, command: string])[] = [
  ...nodes.map((version) => ['Node', version, 'node'] as const),
  ['Bun', '1.4.5', 'bun run'],
  ['Deno', '2.9.6', 'deno run --allow-all'],
];

/** The program of the callers' packages in each runtime, by `import` and by `require`. */
const callers: readonly Environment[] = runtimes.flatMap(([name, version, command]) =>
  (['import', 'require'] as const).map((style) => ({
    name,
    version,
    packages: 'callers',
    archive: `${name.toLowerCase()}@${version}`,
    how: style === 'import' ? 'ES modules, `import`' : 'CommonJS, `require`',
    async tryIn(place) {
      const file = style === 'import' ? 'program.mjs' : 'program.cjs';
      await writeFile(join(place.cwd, file), program(place.packed, { style }));
      const [bin = '', ...args] = command.split(' ');
      return [programTrial(`${name} ${version} ${style}`, await run(bin, [...args, file], place), works)];
    },
  })),
);

/** The program bundled for browsers, and run in the real Chromium. */
const browser: Environment = {
  name: 'Chromium',
  version: `of Debian, esbuild ${esbuild}`,
  packages: 'callers',
  how: 'one bundle for browsers',
  absent: noBrowser,
  async tryIn({ cwd, packed }) {
    const entry = join(cwd, 'program.js');
    const outfile = join(cwd, 'bundle.js');
    await writeFile(entry, program(packed, { style: 'import', withoutNode: true }));
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'iife', platform: 'browser' });
    return [trial('run in Chromium', await faultInChromium(await readFile(outfile, 'utf8')))];
  },
};

/** Nothing if the script prints that it works. */
async function faultInChromium(script: string): Promise<string | undefined> {
  const chromium = await launch();
  try {
    const page = await newPage(chromium);
    // Web Crypto needs a secure context, which localhost is; nothing listens there.
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://localhost/');
    const printed = page.waitForEvent('console');
    await page.addScriptTag({
      content: `addEventListener('error', ({ message }) => console.log(message));${script}`,
    });
    const said = (await printed).text();
    return said === works ? undefined : said;
  } finally {
    await chromium.close();
  }
}

// The oldest, and the last of each major version.
const compilers = ['5.4.5', '5.9.3', '6.0.3', '7.0.2'];
const resolutions = [
  ['module', 'node16', 'node16'],
  ['module', 'nodenext', 'nodenext'],
  ['module', 'esnext', 'bundler'],
  ['commonjs', 'node16', 'node16'],
  ['commonjs', 'nodenext', 'nodenext'],
] as const;

/** The program compiled by each TypeScript without `skipLibCheck`; what it writes for Node runs. */
const typed: readonly Environment[] = compilers.flatMap((version) =>
  resolutions.map(([type, module, moduleResolution]) => ({
    name: 'TypeScript',
    version,
    archive: `typescript@${version}`,
    packages: 'callers',
    how: `${type === 'module' ? 'ES modules' : 'CommonJS'}, \`${moduleResolution}\``,
    async tryIn({ cwd, path, packed }) {
      const compilerOptions = {
        strict: true,
        skipLibCheck: false,
        target: 'es2022',
        types: ['node'],
        outDir: 'out',
        module,
        moduleResolution,
      };
      const config = { compilerOptions, files: ['program.ts', 'mixed.ts'] };
      await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(config));
      await writeFile(join(cwd, 'package.json'), JSON.stringify({ type }));
      await writeFile(join(cwd, 'program.ts'), program(packed, { style: 'import' }));
      await writeFile(join(cwd, 'mixed.ts'), mixed);
      const ended = await run('tsc', ['--project', '.'], { cwd, ...(path !== undefined && { path }) });
      const compiled = programTrial('compile', ended, '');
      // What a bundler gets need not run without it.
      if (compiled.fault !== undefined || moduleResolution === 'bundler') return [compiled];
      return [compiled, programTrial('run', await run('node', ['out/program.js'], { cwd }), works)];
    },
  })),
);

/** Everything that the published packages promise to work with, in the order of the table. */
export const environments: readonly Environment[] = [
  ...alone,
  examples,
  ...servers,
  ...callers,
  browser,
  ...frameworks,
  ...typed,
];
