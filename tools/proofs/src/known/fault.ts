import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fault that was found once and repaired. Its patch, `known/patches/NAME.patch`, takes the repair out. */
export interface KnownFault {
  readonly name: string;
  /** The violation, as a sentence without a full stop. */
  readonly says: string;
  /** What the patch takes out or changes. */
  readonly out: string;
  /** How and when it was found, and in which commit it was repaired. */
  readonly found: string;
  readonly shownBy: ShownBy;
  /** A text in the failure of the test, so that no other failure counts as the finding. */
  readonly finds: string;
}

/** A test that fails while the repair is out. */
export interface ShownBy {
  /** The folder of its package. */
  readonly in: string;
  /** Its file, from there. */
  readonly file: string;
  /** The test, or all that begin so; the whole file if absent. */
  readonly test?: string;
  /** Of a test that hangs without the repair: how long it may take. */
  readonly seconds?: number;
  /** For a file that draws schedules: the first seed, and how many are tried at most. */
  readonly schedules?: Schedules;
}

interface Schedules {
  readonly seed: number;
  readonly tries: number;
}

/** A table of the page. */
export interface Group {
  readonly title: string;
  readonly says: string;
  readonly faults: readonly KnownFault[];
}

/** A fault whose schedules are drawn from a seed, by `SEED` and `SCHEDULES`. */
export const schedules = (seed: number, tries: number): ShownBy => ({
  in: 'packages/service',
  file: 'src/engine/schedules.test.ts',
  schedules: { seed, tries },
});

/** A test of the service. */
export const ofService = (file: string, test?: string): ShownBy => ({
  in: 'packages/service',
  file: `src/${file}`,
  ...(test !== undefined && { test }),
});

/** A test of the rules by which a message lives. */
export const ofTransition = (test: string): ShownBy => ({
  in: 'packages/transition',
  file: 'src/transition.test.ts',
  test,
});

export function patchOf({ name }: KnownFault): string {
  return fileURLToPath(new URL(`../../known/patches/${name}.patch`, import.meta.url));
}

/** The files that a patch changes. */
export function filesOf(fault: KnownFault): readonly string[] {
  return [...readFileSync(patchOf(fault), 'utf8').matchAll(/^\+\+\+ b\/(.*)$/gm)].map(
    ([, path = '']) => path,
  );
}

/** The lines that a patch removes and adds, each hunk after its file. */
export function linesOfPatch(fault: KnownFault): readonly string[] {
  return readFileSync(patchOf(fault), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('+++ b/')) return [line.slice(6)];
      return /^[-+](?![-+]{2} )/.test(line) ? [line] : [];
    });
}

/** The arguments of npm that show a fault. */
export function argumentsOf({ in: folder, file, test, seconds }: ShownBy): readonly string[] {
  const pattern = test === undefined ? [] : ['-t', test.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')];
  const limit = seconds === undefined ? [] : [`--testTimeout=${seconds * 1_000}`];
  return ['--prefix', folder, 'test', '--', file, '--retry=0', ...pattern, ...limit];
}

export function environmentOf({ schedules: drawn }: ShownBy): Readonly<Record<string, string>> {
  return drawn === undefined ? {} : { SEED: String(drawn.seed), SCHEDULES: String(drawn.tries) };
}

/** As a user writes it in a shell. */
export function shownByCommand(shownBy: ShownBy): string {
  const variables = Object.entries(environmentOf(shownBy)).map(([name, value]) => `${name}=${value}`);
  const quoted = argumentsOf(shownBy).map((one) =>
    /^[\w./=-]+$/.test(one) ? one : `'${one.replaceAll("'", "'\\''")}'`,
  );
  return [...variables, 'npm', ...quoted].join(' ');
}
