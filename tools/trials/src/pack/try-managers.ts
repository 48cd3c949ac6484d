import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lineFor, type Manager } from './managers.ts';
import type { Packed } from './pack.ts';
import { program, works } from './program.ts';
import { importsOf, repositoryRoot } from './published.ts';
import { type PackTrial, programTrial, run, trial } from './run.ts';
import { oursAmong, startWatchedRegistry, type WatchedRegistry } from './watched-registry.ts';

/** Where a manager is tried. */
interface ManagerSite {
  readonly manager: Manager;
  readonly packed: readonly Packed[];
  readonly registry: WatchedRegistry;
  readonly cwd: string;
  readonly path?: string | undefined;
  /** The types of Node, for the compiler. */
  readonly typeRoots: string;
}

/**
 * Installs each tarball alone, in an empty folder, by the line of the page; then those of client and receiver
 * into one. The registry has none of our packages, and must not be asked for one.
 */
export async function tryManager(site: Omit<ManagerSite, 'registry'>): Promise<readonly PackTrial[]> {
  const registry = await startWatchedRegistry();
  try {
    const trials: PackTrial[] = [];
    for (const one of site.packed) trials.push(...(await tryAlone({ ...site, registry }, one)));
    return [...trials, ...(await tryBoth({ ...site, registry }))];
  } finally {
    await registry.close();
  }
}

async function tryAlone(site: ManagerSite, one: Packed): Promise<readonly PackTrial[]> {
  const { name } = one.manifest;
  const place = await placeIn(site, name.slice('@cascade/'.length));
  const installed = await installIn(site, place, [one]);
  if (installed.some(({ fault }) => fault !== undefined)) return installed;
  const entries = importsOf(one.manifest);
  await writeFile(join(place.cwd, 'entries.mjs'), importing(entries));
  return [...installed, await runIn(site, place, 'entries.mjs', `import the entries of ${name}`)];
}

/** The program of callers, in both kinds of modules, with the packages that it needs and no other. */
async function tryBoth(site: ManagerSite): Promise<readonly PackTrial[]> {
  const needed = ['@cascade/client', '@cascade/webhooks'];
  const place = await placeIn(site, 'both');
  const packed = site.packed.filter(({ manifest }) => needed.includes(manifest.name));
  const installed = await installIn(site, place, packed);
  if (installed.some(({ fault }) => fault !== undefined)) return installed;
  await writeFile(join(place.cwd, 'program.mjs'), program(packed, { style: 'import' }));
  await writeFile(join(place.cwd, 'program.cjs'), program(packed, { style: 'require' }));
  // Deno has no types of Node for packages outside `node_modules`, nor for CommonJS.
  const typed = program(packed, { style: 'import', withoutNode: site.manager.compiles === 'deno check' });
  await writeFile(join(place.cwd, 'module.mts'), typed);
  await writeFile(join(place.cwd, 'commonjs.cts'), typed);
  return [
    ...installed,
    await runIn(site, place, 'program.mjs', 'import client and receiver'),
    await runIn(site, place, 'program.cjs', 'require client and receiver'),
    ...(await compileIn(site, place)),
  ];
}

type Place = Awaited<ReturnType<typeof placeIn>>;

/** An empty folder, from which nothing of this repository is found, nor what was fetched before. */
async function placeIn({ cwd, path, registry }: ManagerSite, name: string) {
  const place = join(cwd, name);
  const home = join(cwd, 'home');
  await mkdir(place);
  await mkdir(home, { recursive: true });
  const variables = {
    HOME: home,
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_cache: join(home, 'npm'),
    npm_config_registry: registry.url,
    NPM_CONFIG_REGISTRY: registry.url,
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_GLOBAL_FOLDER: join(home, 'yarn'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    BUN_INSTALL_CACHE_DIR: join(home, 'bun'),
    DENO_DIR: join(home, 'deno'),
    NO_COLOR: '1',
  };
  return { cwd: place, variables, ...(path !== undefined && { path }) };
}

async function installIn(
  { manager, registry }: ManagerSite,
  place: Place,
  packed: readonly Packed[],
): Promise<readonly PackTrial[]> {
  const { prepare, add } = manager;
  const names = packed.map(({ manifest }) => manifest.name);
  const lines = packed.map(({ manifest: { name }, tarball }) => lineFor(add, name, dirname(tarball)));
  registry.take();
  const script = [...(prepare === undefined ? [] : [prepare]), ...lines].join('\n');
  const ended = await run('sh', ['-ec', script], place);
  const ours = oursAmong(registry.take());
  return [
    programTrial(`install ${names.join(' and ')} alone`, ended, ''),
    trial(
      `ask for none of ours with ${names.join(' and ')}`,
      ours.length === 0 ? undefined : `asked the registry for ${ours.join(', ')}`,
    ),
  ];
}

async function runIn({ manager }: ManagerSite, place: Place, file: string, says: string): Promise<PackTrial> {
  const [bin = '', ...args] = manager.runs.split(' ');
  return programTrial(says, await run(bin, [...args, file], place), works);
}

function importing(entries: readonly string[]): string {
  const lines = entries.map((entry) => `await import('${entry}');\n`);
  return `${lines.join('')}console.log('${works}');\n`;
}

/** Compiles the program, as a module and as CommonJS. */
async function compileIn(site: ManagerSite, place: Place): Promise<readonly PackTrial[]> {
  const { manager, typeRoots } = site;
  if (manager.compiles === undefined) return [];
  if (manager.compiles === 'deno check') {
    const ended = await run('deno', ['check', 'module.mts'], place);
    return [programTrial('compile client and receiver', ended, '')];
  }
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [typeRoots],
    noEmit: true,
  };
  const config = { compilerOptions, files: ['module.mts', 'commonjs.cts'] };
  await writeFile(join(place.cwd, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(repositoryRoot, 'node_modules/.bin/tsc');
  return [programTrial('compile client and receiver', await run(tsc, ['--project', '.'], place), '')];
}
