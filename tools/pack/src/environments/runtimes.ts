import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.ts';
import { programTrial, type Trial } from '../trial.ts';
import { enter } from './enter.ts';
import type { Environment, Room } from './environment.ts';
import { fromRegistry } from './from-registry.ts';
import { program, works } from './program.ts';

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
export const runtimeEnvironments: readonly Environment[] = runtimes.flatMap((runtime) => [
  environmentOf(runtime, 'import'),
  environmentOf(runtime, 'require'),
]);

function environmentOf(
  { name, version, archive, command }: Runtime,
  style: 'import' | 'require',
): Environment {
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
