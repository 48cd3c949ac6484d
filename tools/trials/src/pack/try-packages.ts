import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '@cascade/repository/test-kit';
import type { InstallPlace, Packed } from './pack.ts';
import { importsOf } from './published.ts';
import { environment, type PackTrial, programTrial, run, trial } from './run.ts';

/** Starts the installed mock. Not through npx: the signal must reach the mock, not npx. */
function startMock(place: InstallPlace, ...options: readonly string[]) {
  const command = join(place.cwd, 'node_modules/.bin/cascade-mock');
  const args = ['--port', '0', '--quiet', ...options];
  return startProgram(command, args, { cwd: place.cwd, environment: environment(place) });
}

/** The page is a file beside the modules. */
async function tryInspector(place: InstallPlace): Promise<PackTrial> {
  const mock = startMock(place, '--control');
  try {
    const [, url = ''] = await mock.printed(/Inspector: (http:\S+)\n/, 200);
    const page = await fetch(url).then((answer) => answer.text());
    return trial(
      'cascade-mock serves its inspector',
      page.includes('<script type="module">') ? undefined : page,
    );
  } finally {
    await mock.end();
  }
}

/** The installed verifier writes a profile, and judges the installed mock by the profile packed for it. */
async function tryVerdict(place: InstallPlace): Promise<readonly PackTrial[]> {
  const verify = (...args: readonly string[]) => run('npx', ['--no', '--', 'cascade-verify', ...args], place);
  const init = await verify('init', 'profile.yaml');
  const mock = startMock(place);
  try {
    const [url = ''] = await mock.printed(/http:\S+\d(?=\D)/, 200);
    const profile = join('node_modules', '@cascade', 'verifier', 'profiles', 'mock.yaml');
    const judged = await verify('--profile', profile, '--target', url, '--html', 'report.html');
    return [
      programTrial('cascade-verify init', init, 'wrote profile.yaml'),
      programTrial('cascade-verify judges cascade-mock', judged, 'CONFORMANT ('),
    ];
  } finally {
    await mock.end();
  }
}

/**
 * Imports every entry of every installed package, asks every command for its help, asks the mock for its
 * inspector, and has the verifier judge the mock if both are there.
 */
export async function tryPackages(
  packed: readonly Packed[],
  place: InstallPlace,
): Promise<readonly PackTrial[]> {
  const imports = packed.flatMap(({ manifest }) => importsOf(manifest));
  const names = packed.map(({ manifest }) => manifest.name);
  const hasMock = names.includes('@cascade/mock');
  const judges = ['@cascade/mock', '@cascade/verifier'].every((name) => names.includes(name));
  const commands = packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}));
  return [
    ...(await Promise.all(imports.map((name, index) => tryImport(name, `try-${index}.js`, place)))),
    ...(await Promise.all(commands.map((name) => tryCommand(name, place)))),
    ...(await Promise.all(packed.map((one) => tryFiles(one, place)))),
    ...(hasMock ? [await tryInspector(place)] : []),
    ...(judges ? await tryVerdict(place) : []),
  ];
}

async function tryImport(name: string, file: string, place: InstallPlace): Promise<PackTrial> {
  await writeFile(join(place.cwd, file), importOf(name));
  const { code, output } = await run('node', [file], place);
  const isFine = code === 0 && /^[1-9]\d*$|^only types$/.test(output);
  return trial(`import '${name}'`, isFine ? undefined : output);
}

/** A program that prints how many names the module exports, or that it was compiled from types alone. */
function importOf(name: string): string {
  return `import { readFileSync } from 'node:fs';
const count = Object.keys(await import('${name}')).length;
const code = readFileSync(new URL(import.meta.resolve('${name}')), 'utf8');
process.stdout.write(/^(?:\\/\\/.*\\n)?export \\{\\};/.test(code) ? 'only types' : String(count));
`;
}

async function tryCommand(name: string, place: InstallPlace): Promise<PackTrial> {
  return programTrial(`${name} --help`, await run('npx', ['--no', '--', name, '--help'], place), name);
}

/** Every installed package brings its licence and its README. */
async function tryFiles({ manifest }: Packed, place: InstallPlace): Promise<PackTrial> {
  const folder = join(place.cwd, 'node_modules', manifest.name);
  const missing = ['LICENSE', 'README.md'].filter((file) => !existsSync(join(folder, file)));
  return trial(
    `licence and README of ${manifest.name}`,
    missing.length === 0 ? undefined : `expected in the package, not found: ${missing.join(' and ')}`,
  );
}
