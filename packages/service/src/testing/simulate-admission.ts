import { createAdmission } from '../back-pressure/admission.ts';

/** Messages or steps a second, by the second of the simulation. */
type Rate = (second: number) => number;

export interface Simulated {
  readonly load: Readonly<Record<number, Rate>>;
  readonly capacity: Rate;
  /** In seconds. */
  readonly duration: number;
  readonly boundSeconds?: number;
}

const stepsPerSecond = 100;
const measurementsPerSecond = 2;

/** A queue in the order of arrival behind the admission, with a simulated clock: for tests. */
export function simulate({ load, capacity, duration, boundSeconds = 5 }: Simulated) {
  let step = 0;
  const admission = createAdmission({ boundSeconds, now: () => (step / stepsPerSecond) * 1_000 });
  const queue: number[] = [];
  const due = new Map<string, number>();
  const byAccount = new Map<number, { admitted: number; refused: number }>();
  const seconds: { lag: number; done: number; refused: number; perSecond: number }[] = [];
  let [first, done, refused] = [0, 0, 0];

  /** Whole units of a rate; the fraction is kept for the next step. */
  function units(name: string, rate: number): number {
    const all = (due.get(name) ?? 0) + rate / stepsPerSecond;
    due.set(name, all % 1);
    return Math.floor(all);
  }

  function offer(accountId: number): void {
    const counts = byAccount.get(accountId) ?? { admitted: 0, refused: 0 };
    byAccount.set(accountId, counts);
    if (admission.refusal(accountId) === undefined) {
      counts.admitted += 1;
      queue.push(step);
    } else {
      counts.refused += 1;
      refused += 1;
    }
  }

  const lag = () => (step - (queue[first] ?? step)) / stepsPerSecond;
  for (; step < duration * stepsPerSecond; step += 1) {
    const second = Math.floor(step / stepsPerSecond);
    for (const [id, rate] of Object.entries(load))
      for (let n = units(id, rate(second)); n > 0; n -= 1) offer(Number(id));
    const able = Math.min(units('capacity', capacity(second)), queue.length - first);
    [first, done] = [first + able, done + able];
    const isOver = (part: number) => (step + 1) % (stepsPerSecond / part) === 0;
    if (isOver(measurementsPerSecond)) admission.measured(lag(), 1 / measurementsPerSecond);
    if (!isOver(1)) continue;
    seconds.push({ lag: lag(), done, refused, perSecond: admission.perSecond });
    [done, refused] = [0, 0];
  }
  return { seconds, byAccount };
}
