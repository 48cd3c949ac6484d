import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = fileURLToPath(new URL('../../', import.meta.url));
const packed = ['types', 'validator', 'lenient-requests', 'client'];

/** A project outside the workspace with the packed packages installed. */
export interface Consumer {
  write(name: string, text: string): Promise<void>;
  /** Runs a program in the folder and returns its output. Throws if it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Builds, packs and installs the packages in a temporary folder. */
export async function createConsumer(): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-consumer-'));
  const tarballs: Record<string, string> = {};
  for (const name of packed) tarballs[name] = await pack(join(packages, name), folder, name);
  const dependencies = Object.fromEntries(
    packed.map((name) => [`@cascade/${name}`, `file:${tarballs[name]}`]),
  );
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies };
  const consumer: Consumer = {
    write: (name, text) => writeFile(join(folder, name), text),
    async run(program, ...args) {
      try {
        return (await run(program, args, { cwd: folder, env: environment })).stdout;
      } catch (error) {
        throw new Error(`${program} ${args.join(' ')} failed`, { cause: error });
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await consumer.write('package.json', JSON.stringify(manifest));
  await consumer.run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  return consumer;
}

async function pack(source: string, folder: string, name: string): Promise<string> {
  await run('tsc', ['-p', 'tsconfig.build.json'], { cwd: source, env: environment });
  await run('npx', ['-y', 'pnpm@12.21.0', 'pack', '--pack-destination', folder], {
    cwd: source,
    env: environment,
  });
  const file = (await readdir(folder)).find((one) => one.startsWith(`cascade-${name}-`));
  if (file === undefined) throw new Error(`pnpm pack made no tarball of ${name}`);
  return join(folder, file);
}

/** Prefers the workspace's programs; drops npm's variables, which would configure the npm started here. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|VITEST)/.test(name)),
  ),
  PATH: `${packages}../node_modules/.bin:${process.env.PATH}`,
};
