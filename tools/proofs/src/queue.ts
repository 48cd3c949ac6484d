import { lacksOf } from './read-schedule.ts';
import { appendFindings, recordOf, writeRecord } from './report.ts';
import type { Schedule } from './schedule.ts';
import { type SimulationOutcome, simulate } from './simulate.ts';

/** A run in the queue. */
export interface Planned {
  readonly schedule: Schedule;
  readonly seed: number;
  /** Milliseconds of the load. */
  readonly duration: number;
}

/** What became of a run, for the table. */
export interface ScheduleVerdict {
  readonly name: string;
  readonly verdict: 'right' | 'finding' | 'skipped' | 'ended early' | 'failed';
  readonly says: string;
}

interface QueueOptions {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Gets each finding, with the command that shows it again. */
  readonly findingsFile?: string;
}

/** Minutes that a run takes, with start, drain and judgement. */
export function minutesOf({ schedule, duration }: Planned): number {
  return schedule.minutes + (duration - schedule.for) / 60_000;
}

/** Those that can run here, and a verdict for each of the others. */
export function sortOut(all: readonly Planned[]) {
  const skipped: ScheduleVerdict[] = [];
  const runs = all.filter(({ schedule }) => {
    const lacks = lacksOf(schedule);
    if (lacks !== undefined) skipped.push({ name: schedule.name, verdict: 'skipped', says: lacks });
    return lacks === undefined;
  });
  return { runs, skipped };
}

/** Runs one after the other, with the time that is left; a run that is cut ends the queue. */
export async function runQueue(
  runs: readonly Planned[],
  options: QueueOptions,
): Promise<readonly ScheduleVerdict[]> {
  const verdicts: ScheduleVerdict[] = [];
  for (const [at, planned] of runs.entries()) {
    if (options.signal.aborted) break;
    const left = runs.slice(at).reduce((sum, one) => sum + minutesOf(one), 0);
    options.say(
      `${planned.schedule.name}, ${at + 1} of ${runs.length}; about ${Math.ceil(left)} minutes left`,
    );
    verdicts.push(await runOne(planned, options));
  }
  return verdicts;
}

/** Draws a schedule and a seed again and again, until it is stopped. */
export async function runUntilStopped(
  draw: () => Planned,
  options: QueueOptions,
): Promise<readonly ScheduleVerdict[]> {
  const verdicts: ScheduleVerdict[] = [];
  while (!options.signal.aborted) verdicts.push(...(await runQueue([draw()], options)));
  return verdicts.slice(-mostShown);
}

/** Of a long job, the last ones. */
const mostShown = 1_000;

async function runOne(
  { schedule, seed, duration }: Planned,
  options: QueueOptions,
): Promise<ScheduleVerdict> {
  const { name } = schedule;
  const { signal, say, findingsFile } = options;
  const run = recordOf(schedule, seed, duration);
  say(run.command);
  try {
    const outcome = await simulate(schedule, {
      seed,
      duration,
      signal,
      say: (line) => say(`${name} ${line}`),
    });
    if (outcome === undefined) return { name, verdict: 'ended early', says: 'not judged' };
    if (findingsFile === undefined) writeRecord(schedule, run, outcome);
    else appendFindings(findingsFile, run, outcome);
    return verdictOf(name, outcome);
  } catch (error) {
    say(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return { name, verdict: 'failed', says: String(error).split('\n', 1)[0] ?? '' };
  }
}

function verdictOf(name: string, { findings, excused, figures }: SimulationOutcome): ScheduleVerdict {
  const listed = (all: SimulationOutcome['findings']) =>
    all.map(({ judge, says, count }) => `${judge}: ${says} (${count})`).join('; ');
  if (findings.length > 0) return { name, verdict: 'finding', says: listed(findings) };
  const faults = Object.values(figures.faults).reduce((sum, { times }) => sum + times, 0);
  const right = `${figures.acknowledged} acknowledged, ${faults} faults`;
  return {
    name,
    verdict: 'right',
    says: excused.length > 0 ? `${right}; excused: ${listed(excused)}` : right,
  };
}
