import { recordedRows } from '@cascade/test-kit/recorded';
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

/** The recorded results. */
export const kitResults = recordedRows<KitResult>(
  new URL('../../results/kits.json', import.meta.url),
  ({ kit }) => kit,
);

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
    if (writes) write(result);
  }
  return failed;
}

/** After each kit, so that what is interrupted keeps what it has. Fewer calls do not replace more. */
function write(result: KitResult): void {
  const former = kitResults.read().find(({ kit }) => kit === result.kit)?.outcomes?.calls;
  const { outcomes } = result;
  const keepsCalls = outcomes !== undefined && former !== undefined && allOf(former) > allOf(outcomes.calls);
  const now = keepsCalls ? { ...result, outcomes: { ...outcomes, calls: former } } : result;
  kitResults.replace([now]);
}

function allOf({ scheduled, unknown }: NonNullable<KitResult['outcomes']>['calls']): number {
  return scheduled + unknown;
}
