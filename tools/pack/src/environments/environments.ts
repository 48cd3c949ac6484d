import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, newPage, noBrowser } from '@cascade/test-kit/browser';
import { build, version } from 'esbuild';
import { install, type Manager, managers } from '../install.ts';
import { programTrial, run, type Trial, trial } from '../run.ts';
import { tryPackages } from '../try-packages.ts';
import { type Environment, enter, enterApart, fromRegistry, type Room } from './environment.ts';
import { program, works } from './program.ts';

// The oldest, and the last of each major version.
const versions = ['5.4.5', '5.9.3', '6.0.3', '7.0.2'];

interface Settings {
  readonly type: 'module' | 'commonjs';
  readonly module: string;
  readonly moduleResolution: string;
}

const settings: readonly Settings[] = [
  { type: 'module', module: 'node16', moduleResolution: 'node16' },
  { type: 'module', module: 'nodenext', moduleResolution: 'nodenext' },
  { type: 'module', module: 'esnext', moduleResolution: 'bundler' },
  { type: 'commonjs', module: 'node16', moduleResolution: 'node16' },
  { type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext' },
];

/** The program compiled by each TypeScript without `skipLibCheck`; what it writes for Node runs. */
const compilerEnvironments: readonly Environment[] = versions.flatMap((version) =>
  settings.map((one) => compilerWith(version, one)),
);

function compilerWith(version: string, { type, module, moduleResolution }: Settings): Environment {
  const name = `${type}-${moduleResolution}`;
  return {
    name: 'TypeScript',
    version,
    how: `${type === 'module' ? 'ES modules' : 'CommonJS'}, \`${moduleResolution}\``,
    packages: 'callers',
    async open(room) {
      const path = await fromRegistry(`typescript@${version}`, room);
      return async (): Promise<readonly Trial[]> => {
        const cwd = await enter(room, `typescript-${version}-${name}`);
        const compilerOptions = { ...shared, module, moduleResolution };
        await writeFile(
          join(cwd, 'tsconfig.json'),
          JSON.stringify({ compilerOptions, files: ['program.ts'] }),
        );
        await writeFile(join(cwd, 'package.json'), JSON.stringify({ type }));
        const text = program(
          room.packed.map(({ manifest }) => manifest),
          { style: 'import' },
        );
        await writeFile(join(cwd, 'program.ts'), text);
        const compiled = programTrial('compile', await run('tsc', ['--project', '.'], { cwd, path }), '');
        // What a bundler gets need not run without it.
        if (compiled.fault !== undefined || moduleResolution === 'bundler') return [compiled];
        return [compiled, programTrial('run', await run('node', ['out/program.js'], { cwd }), works)];
      };
    },
  };
}

const shared = {
  strict: true,
  skipLibCheck: false,
  target: 'es2022',
  types: ['node'],
  outDir: 'out',
};

interface Runtime {
  readonly name: string;
  readonly version: string;
  /** Its npm package is `archive`, and runs a file so. */
  readonly archive: string;
  readonly command: readonly [program: string, ...args: string[]];
}

const runtimes: readonly Runtime[] = [
  ...['22', '24', '26'].map((version) => ({
    name: 'Node',
    version,
    archive: 'node',
    command: ['node'] as const,
  })),
  { name: 'Bun', version: '1.4.5', archive: 'bun', command: ['bun', 'run'] },
  { name: 'Deno', version: '2.9.6', archive: 'deno', command: ['deno', 'run', '--allow-all'] },
];

/** The program of the callers' packages in each runtime, by `import` and by `require`. */
const runtimeEnvironments: readonly Environment[] = runtimes.flatMap((runtime) => [
  runtimeWith(runtime, 'import'),
  runtimeWith(runtime, 'require'),
]);

function runtimeWith({ name, version, archive, command }: Runtime, style: 'import' | 'require'): Environment {
  const how = style === 'import' ? 'ES modules, `import`' : 'CommonJS, `require`';
  return {
    name,
    version,
    how,
    packages: 'callers',
    async open(room: Room) {
      const path = await fromRegistry(`${archive}@${version}`, room);
      return async (): Promise<readonly Trial[]> => {
        const cwd = await enter(room, `${archive}-${version}-${style}`);
        const file = style === 'import' ? 'program.mjs' : 'program.cjs';
        const text = program(
          room.packed.map(({ manifest }) => manifest),
          { style },
        );
        await writeFile(join(cwd, file), text);
        const [bin, ...args] = command;
        return [
          programTrial(`${name} ${version} ${style}`, await run(bin, [...args, file], { cwd, path }), works),
        ];
      };
    },
  };
}

/** The program bundled for browsers, and run in the real Chromium. */
const browserEnvironment: Environment = {
  name: 'Chromium',
  version: `of Debian, esbuild ${version}`,
  how: 'one bundle for browsers',
  packages: 'callers',
  async open(room) {
    if (noBrowser !== undefined) throw new Error(noBrowser);
    return async (): Promise<readonly Trial[]> => {
      const cwd = await enter(room, 'browser');
      const entry = join(cwd, 'program.js');
      const outfile = join(cwd, 'bundle.js');
      const manifests = room.packed.map(({ manifest }) => manifest);
      await writeFile(entry, program(manifests, { style: 'import', isBrowser: true }));
      await build({ entryPoints: [entry], outfile, bundle: true, format: 'iife', platform: 'browser' });
      return [trial('run in Chromium', await faultInChromium(await readFile(outfile, 'utf8')))];
    };
  },
};

/** Nothing if the script prints that it works. */
async function faultInChromium(script: string): Promise<string | undefined> {
  const browser = await launch();
  try {
    const page = await newPage(browser);
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
    await browser.close();
  }
}

/** The versions of Node that the published packages promise to run on. */
const nodes: readonly string[] = ['22', '24', '26'];

/** All packages in each Node, installed by each package manager: imported, asked for help, and the mock judged. */
const serverEnvironments: readonly Environment[] = nodes.flatMap((version) =>
  managers.map((manager) => serverWith(version, manager)),
);

function serverWith(version: string, manager: Manager): Environment {
  return {
    name: 'Node',
    version,
    how: `ES modules and commands, installed by ${manager}`,
    packages: 'all',
    async open(room) {
      const path = await fromRegistry(`node@${version}`, room);
      return async () => {
        const place = { cwd: await enterApart(room, `${manager}-${version}`), path };
        await install(manager, room.packed, place);
        return tryPackages(room.packed, place);
      };
    },
  };
}

/** Everything that the published packages promise to work with, in the order of the table. */
export const environments: readonly Environment[] = [
  ...serverEnvironments,
  ...runtimeEnvironments,
  browserEnvironment,
  ...compilerEnvironments,
];

/** Its line in the table: no two environments have the same. */
export function titleOf({ name, version, how }: Pick<Environment, 'name' | 'version' | 'how'>): string {
  return `${name} ${version}, ${how}`;
}
