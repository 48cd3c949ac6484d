import type { Contract } from '@cascade/contract';

/** When callback attempts are made, in seconds. */
export interface Retries {
  /** After the first failure, the second, and so on. */
  readonly delays: readonly number[];
  readonly thenEvery: number;
  readonly giveUpAfter: number;
}

const schedule = /after failures ((?:\d+ s(?:, | and ))+\d+ s) later; then every (\d+) s until\s+(\d+) hours/;

/** Reads the schedule from the words of its decision, ADR-0018. @throws {Error} if they have changed. */
export function readRetries({ decisions }: Pick<Contract, 'decisions'>): Retries {
  const text = decisions.find(({ id }) => id === 'ADR-0018')?.text ?? '';
  const [, delays = '', every, hours] = schedule.exec(text) ?? [];
  if (every === undefined) throw new Error('ADR-0018 no longer says when callbacks are repeated');
  return {
    delays: (delays.match(/\d+/g) ?? []).map(Number),
    thenEvery: Number(every),
    giveUpAfter: Number(hours) * 3600,
  };
}

/** The attempts until the regular ones begin: the delay after the failure before, and the time since the first attempt. */
export function firstAttempts({ delays, thenEvery }: Retries): readonly { delay: number; since: number }[] {
  let since = 0;
  return [0, ...delays, thenEvery].map((delay) => {
    since += delay;
    return { delay, since };
  });
}

/** `2048` as `34 min 8 s`. */
export function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? 'at once' : shown.join(' ');
}
