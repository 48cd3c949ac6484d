import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failedSteps, type Step } from './round-trip.ts';
import { absentTool, endOf, runAll, runOne } from './run-command.ts';
import type { Tool } from './tool.ts';

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
}

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

/** Generates from the description, compiles, and runs the steps, in an empty `folder`. */
export async function tryTool(
  tool: Tool,
  paths: { readonly home: string; readonly folder: string; readonly description: string },
  steps: readonly Step[],
): Promise<Attempt> {
  const { home, folder, description } = paths;
  const got = { generates: false, compiles: false, passed: 0, steps: steps.length };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [from, to] of Object.entries(tool.programs)) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await copyFile(join(programs, from), join(folder, to));
  }
  const refused = await runAll(tool.generate(home, description, folder), folder);
  if (refused !== undefined) return { ...got, failures: [refused] };
  const broken = await runAll(tool.compile(home, folder), folder);
  if (broken !== undefined) return { ...got, generates: true, failures: [broken] };
  const file = join(folder, 'steps.json');
  await writeFile(file, JSON.stringify(steps));
  const { out, err } = await runOne(tool.run(home, folder, file), { cwd: folder });
  const failures = failedSteps(steps, out);
  const passed = steps.length - failures.length;
  const said = passed === 0 ? [endOf(err)] : [];
  return { ...got, generates: true, compiles: true, passed, failures: [...failures, ...said] };
}
