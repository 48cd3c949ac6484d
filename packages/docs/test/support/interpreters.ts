import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { edited } from '@cascade/contract';
import type { Sample } from '../../src/samples/index.ts';

type Language = Sample['language'];

/** A command that runs in the folder of the samples. */
interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** For each language: whether it is here, and how to run many samples in one process. */
export const interpreters: Readonly<Record<Language, Interpreter>> = {
  sh: { probe: ['curl', '--version'], prepare: inShell },
  ts: { probe: ['node', '--version'], prepare: inNode },
  python: { probe: ['python3', '--version'], prepare: inPython },
  go: { probe: ['go', 'version'], prepare: inGo },
  java: { probe: ['java', '--version'], prepare: inJava },
  php: { probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'], prepare: inPhp },
};

export interface Interpreter {
  readonly probe: readonly [string, ...string[]];
  /** Writes the samples into the folder. */
  readonly prepare: (samples: readonly string[], folder: string) => Command;
}

export function isInstalled({ probe: [program, ...args] }: Interpreter): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

function inShell(samples: readonly string[], folder: string): Command {
  writeFileSync(join(folder, 'all.sh'), samples.map((text) => `${text} -s\n`).join(''));
  return { program: 'sh', args: ['all.sh'] };
}

function inNode(samples: readonly string[], folder: string): Command {
  const files = writeEach(samples, folder, 'ts');
  const imports = files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`);
  writeFileSync(join(folder, 'all.ts'), `${imports.join('')}export {};\n`);
  return { program: process.execPath, args: ['all.ts'] };
}

function inPython(samples: readonly string[], folder: string): Command {
  const files = writeEach(samples, folder, 'py');
  const runs = files.map((file) => `runpy.run_path(${JSON.stringify(file)})\n`);
  writeFileSync(join(folder, 'all.py'), `import runpy\n${runs.join('')}`);
  return { program: 'python3', args: ['all.py'] };
}

/**
 * Where no Go program was compiled before, its library is, too: without optimisation, in a quarter less time.
 */
export const goInHaste = '-gcflags=all=-N -l';

/** Each `main` becomes a function of one program. */
function inGo(samples: readonly string[], folder: string): Command {
  const files = writeEach(
    samples.map((text, index) => edited(text, '\nfunc main() {', `\nfunc sample${index}() {`)),
    folder,
    'go',
  );
  const calls = files.map((_, index) => `\tsample${index}()\n`);
  const all = join(folder, 'all.go');
  writeFileSync(all, `package main\n\nfunc main() {\n${calls.join('')}}\n`);
  return { program: 'go', args: ['run', goInHaste, all, ...files] };
}

/** Java runs one file: the imports first, then every class under a name of its own. */
function inJava(samples: readonly string[], folder: string): Command {
  const imports = new Set(samples.flatMap((text) => text.match(/^import .*;$/gm) ?? []));
  const classes = samples.map((text, index) =>
    edited(text.replaceAll(/^import .*;\n/gm, ''), 'final class Sample {', `final class Sample${index} {`),
  );
  const calls = samples.map((_, index) => `Sample${index}.main(arguments);\n`);
  const main = `final class All { public static void main(String[] arguments) throws Exception {\n${calls.join('')}} }\n`;
  writeFileSync(join(folder, 'All.java'), [...imports, main, ...classes].join('\n'));
  return { program: 'java', args: ['-Dfile.encoding=UTF-8', 'All.java'] };
}

function inPhp(samples: readonly string[], folder: string): Command {
  const files = writeEach(samples, folder, 'php');
  const includes = files.map((file) => `include ${JSON.stringify(file)};\n`);
  writeFileSync(join(folder, 'all.php'), `<?php\n${includes.join('')}`);
  return { program: 'php', args: ['all.php'] };
}

function writeEach(samples: readonly string[], folder: string, extension: string): readonly string[] {
  return samples.map((text, index) => {
    const file = join(folder, `sample${index}.${extension}`);
    writeFileSync(file, text);
    return file;
  });
}
