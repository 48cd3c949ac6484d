import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordedRows } from '@cascade/test-kit/recorded';
import { failedSteps, type Step } from './round-trip.ts';
import type { Command } from './run-command.ts';
import { absentTool, endOf, runAll, runOne } from './run-command.ts';
import type { Tool } from './tools.ts';

/** How far a tool got with one description. */
export interface Attempt {
  readonly generates: boolean;
  readonly compiles: boolean;
  readonly passed: number;
  readonly steps: number;
  /** The failed steps, or the end of what the failed command printed. */
  readonly failures: readonly string[];
}

/** What a generator made of each description. */
export interface Result {
  readonly tool: string;
  readonly version: string;
  readonly language: string;
  readonly attempts: Readonly<Record<string, Attempt>>;
  /** Of each profile without the flags of the trial; absent if there are none. */
  readonly defaults?: Readonly<Record<string, Attempt>>;
}

/** The recorded results. */
export const toolResults = recordedRows<Result>(
  new URL('../../results/interop.json', import.meta.url),
  ({ tool }) => tool,
);

/** Where generators are installed, and clients generated. */
export const room = fileURLToPath(new URL('../../reports/interop/', import.meta.url));

/** Where a generator is installed, in its version. */
export const homeOf = ({ name, version }: Tool): string => join(room, name.replace(/\W/g, '-'), version);

const programs = fileURLToPath(new URL('../../interop-programs/', import.meta.url));

/** Why the tool cannot be tried on this machine; undefined if it can, and is then installed in `home`. */
export async function installTool(tool: Tool, home: string): Promise<string | undefined> {
  const absent = await absentTool(tool.needs);
  if (absent !== undefined) return absent;
  const mark = join(home, 'installed');
  if (existsSync(mark)) return undefined;
  await mkdir(home, { recursive: true });
  const failure = await runAll(tool.install(home), home);
  if (failure === undefined) await writeFile(mark, '');
  return failure;
}

interface ToolRun {
  /** Where the tool is installed. */
  readonly home: string;
  readonly folder: string;
  readonly description: string;
  /** Whether the tool gets the flags that it needs. */
  readonly flags: boolean;
}

/** Generates from the description, compiles, and runs the steps, in an empty `folder`. */
export async function tryTool(tool: Tool, place: ToolRun, steps: readonly Step[]): Promise<Attempt> {
  const { home, folder } = place;
  const got = { generates: false, compiles: false, passed: 0, steps: steps.length };
  const refused = await generate(tool, place);
  if (refused !== undefined) return { ...got, failures: [refused] };
  const broken = await runAll(tool.compile(home, folder), folder);
  if (broken !== undefined) return { ...got, generates: true, failures: [broken] };
  const taken = await takeSteps((file) => tool.run(home, folder, file), folder, steps);
  return { ...got, generates: true, compiles: true, ...taken };
}

/** Empties `folder`, and generates there beside our program; what the generator said if it failed. */
export async function generate(
  tool: Tool,
  { home, folder, description, flags }: ToolRun,
): Promise<string | undefined> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [from, to] of Object.entries(tool.programs)) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await copyFile(join(programs, from), join(folder, to));
  }
  return runAll(tool.generate(home, description, folder, flags), folder);
}

/** Runs the program in `folder` on a file with the steps. */
export async function takeSteps(
  run: (file: string) => Command,
  folder: string,
  steps: readonly Step[],
): Promise<Pick<Attempt, 'passed' | 'failures'>> {
  const file = join(folder, 'steps.json');
  await writeFile(file, JSON.stringify(steps));
  const { out, err } = await runOne(run(file), { cwd: folder });
  const failures = failedSteps(steps, out);
  const passed = steps.length - failures.length;
  const said = passed === 0 ? [endOf(err)] : [];
  return { passed, failures: [...failures, ...said] };
}
