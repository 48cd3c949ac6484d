import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './install.ts';
import type { Packed } from './pack.ts';
import { importsOf } from './published.ts';
import { run } from './run.ts';
import { tryVerdict } from './try-verdict.ts';

/** One thing that was tried, and what went wrong, if anything did. */
export interface Trial {
  readonly says: string;
  readonly fault?: string;
}

/** Imports every entry of every installed package, asks every command for its help, and has one judge another. */
export async function tryPackages(packed: readonly Packed[], place: Place): Promise<readonly Trial[]> {
  const imports = packed.flatMap(({ manifest }) => importsOf(manifest));
  const commands = packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}));
  return [
    ...(await Promise.all(imports.map((name, index) => tryImport(name, `try-${index}.js`, place)))),
    ...(await Promise.all(commands.map((name) => tryCommand(name, place)))),
    ...(await Promise.all(packed.map((one) => tryFiles(one, place)))),
    ...(await tryVerdict(place)),
  ];
}

async function tryImport(name: string, file: string, place: Place): Promise<Trial> {
  const program = `const all = await import('${name}');\nprocess.stdout.write(String(Object.keys(all).length));\n`;
  await writeFile(join(place.cwd, file), program);
  const { code, output } = await run('node', [file], place);
  const isFine = code === 0 && /^[1-9]\d*$/.test(output);
  return { says: `import '${name}'`, ...(isFine ? {} : { fault: output }) };
}

async function tryCommand(name: string, place: Place): Promise<Trial> {
  const { code, output } = await run('npx', ['--no', '--', name, '--help'], place);
  const isFine = code === 0 && output.includes(name);
  return { says: `${name} --help`, ...(isFine ? {} : { fault: `exit code ${code}\n${output}` }) };
}

/** Whoever has the package has its licence and its README as well. */
async function tryFiles({ manifest }: Packed, place: Place): Promise<Trial> {
  const folder = join(place.cwd, 'node_modules', manifest.name);
  const missing = ['LICENSE', 'README.md'].filter((file) => !existsSync(join(folder, file)));
  const fault = missing.length > 0 ? { fault: `without ${missing.join(' and ')}` } : {};
  return { says: `the papers of ${manifest.name}`, ...fault };
}
