import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Packed } from '@cascade/trials/pack';
import { mustRun } from './run.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * Copies the examples into a folder and installs their dependencies there, ours from tarballs. One
 * installation serves all of them: Node resolves packages from the parent folder.
 */
export async function install(
  names: readonly string[],
  folder: string,
  packed: readonly Packed[],
): Promise<void> {
  for (const name of names)
    await cp(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  const manifests = await Promise.all(
    names.map(
      async (name): Promise<Manifest> =>
        JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')),
    ),
  );
  const asked = Object.assign({}, ...manifests.flatMap((one) => [one.dependencies, one.devDependencies]));
  const ours = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  const manifest = { private: true, type: 'module', dependencies: { ...asked, ...ours } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder);
}

/** A running program. */
export interface Running {
  /** Its output lines so far; its stderr is inherited. */
  readonly lines: readonly string[];
  end(): Promise<void>;
}

export function start(file: string, cwd: string, environment: NodeJS.ProcessEnv): Running {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [file], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const exited = once(child, 'exit');
  return {
    lines,
    async end() {
      child.kill();
      await exited;
    },
  };
}
