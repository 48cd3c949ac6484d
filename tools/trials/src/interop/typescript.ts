import type { Command } from './tool.ts';

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
