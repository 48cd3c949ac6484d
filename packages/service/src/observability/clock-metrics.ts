import { Gauge, type Registry } from 'prom-client';

/** What a replica knows of its machine's clock. */
export interface ClockState {
  /** Seconds that the machine's clock is ahead of the database's. */
  readonly ahead: number;
}

export function createClockMetrics(registers: Registry[], clock: ClockState): void {
  new Gauge({
    name: 'cascade_clock_difference_seconds',
    help: "How far the clock of the replica's machine is ahead of the database's; negative if it is behind.",
    registers,
    collect() {
      this.set(clock.ahead);
    },
  });
}
