import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Kit } from './kit-list.ts';
import { absentTool } from './run-command.ts';
import { type KitResult, tryKit, withProviders } from './try-kit.ts';

interface Settings {
  /** The folder in which the kits are built. */
  readonly room: string;
  /** Whether to replace their lines in the recorded results. */
  readonly writes: boolean;
  /** How many calls of each kit go through faults. */
  readonly calls: number;
  say(line: string): void;
}

const file = fileURLToPath(new URL('../../results/kits.json', import.meta.url));

/** The recorded results; none before the first run. */
export function readKitResults(): KitResult[] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Tries each kit whose toolchain is here; returns how many failed. */
export async function runKits(chosen: readonly Kit[], settings: Settings): Promise<number> {
  const { room, writes, calls, say } = settings;
  let failed = 0;
  for (const kit of chosen) {
    const absent = await absentTool(kit.needs);
    if (absent !== undefined) {
      say(`kit ${kit.name}: skipped: ${absent}`);
      continue;
    }
    const folder = `${room}kit-${kit.name}`;
    const result = await withProviders((providers) => tryKit(kit, { folder, providers, calls }));
    say(`kit ${kit.name}: ${result.passed} of ${result.checks} checks`);
    for (const failure of result.failures) say(`  ${failure}`);
    if (result.failures.length > 0) failed++;
    if (writes) await write(result);
  }
  return failed;
}

/** After each kit, so that what is interrupted keeps what it has. Fewer calls do not replace more. */
async function write(result: KitResult): Promise<void> {
  const results = readKitResults();
  const former = results.find(({ kit }) => kit === result.kit)?.outcomes?.calls;
  const { outcomes } = result;
  const keepsCalls = outcomes !== undefined && former !== undefined && allOf(former) > allOf(outcomes.calls);
  const now = keepsCalls ? { ...result, outcomes: { ...outcomes, calls: former } } : result;
  const kept = results.filter(({ kit }) => kit !== result.kit);
  const all = [...kept, now].sort((one, other) => one.kit.localeCompare(other.kit));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}

function allOf({ scheduled, unknown }: NonNullable<KitResult['outcomes']>['calls']): number {
  return scheduled + unknown;
}
