import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.ts';
import { programTrial, type Trial } from '../trial.ts';
import { enter } from './enter.ts';
import type { Environment } from './environment.ts';
import { fromRegistry } from './from-registry.ts';
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
export const compilerEnvironments: readonly Environment[] = versions.flatMap((version) =>
  settings.map((one) => environmentOf(version, one)),
);

function environmentOf(version: string, { type, module, moduleResolution }: Settings): Environment {
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
