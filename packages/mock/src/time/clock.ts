import { type Cancel, Timeline } from './timeline.ts';

/** Real milliseconds after which a move forward ends where it is. */
const patience = 60_000;

/** The longest time of a timer of Node, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

interface ClockStart {
  readonly begin?: Date;
  readonly speed?: number;
}

/** The time of an account: that of the machine, until a test stops, quickens or moves it. */
export class Clock {
  readonly #real: () => Date;
  readonly #timeline = new Timeline();
  /** Work under way that a move forward waits for. */
  readonly #underWay = new Set<Promise<void>>();
  /** The time of this clock, in milliseconds, at the real time `since`. */
  #base: number;
  #since: number;
  #speed: number;
  /** While it is moved forward its time is `base`. */
  #isMoved = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #moves: Promise<unknown> = Promise.resolve();

  constructor(real: () => Date, { begin = real(), speed = 1 }: ClockStart = {}) {
    this.#real = real;
    this.#base = begin.getTime();
    this.#since = real().getTime();
    this.#speed = speed;
  }

  now(): Date {
    return new Date(this.#read());
  }

  /** How many of its seconds pass in a second; 0 if it is stopped. */
  get speed(): number {
    return this.#speed;
  }

  setSpeed(speed: number): void {
    this.#setTo(this.#read());
    this.#speed = speed;
    this.#arm();
  }

  /** Does the work at that time, or soon if it has passed. */
  at(time: Date, work: () => void): Cancel {
    if (this.#isStopped) return () => {};
    const cancel = this.#timeline.add(time.getTime(), work);
    if (this.#timeline.first()?.work === work) this.#arm();
    return cancel;
  }

  /** When the next work is due. */
  next(): Date | undefined {
    const first = this.#timeline.first();
    return first && new Date(first.time);
  }

  /** Keeps a move forward waiting for this work, which must not reject. */
  track(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.then(() => this.#underWay.delete(work));
  }

  /**
   * Moves on by that many milliseconds. All that falls into them is done in the order of its time, each when
   * what was done before it has ended. Resolves to false if that took too long, or the mock stops: then the
   * clock has the time that it came to.
   */
  forward(milliseconds: number): Promise<boolean> {
    const moved = this.#moves.then(() => this.#move(milliseconds));
    this.#moves = moved;
    return moved;
  }

  /** Drops all that is planned, and what would be. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timeline.clear();
  }

  /** Another clock, which has the time and the speed of this one now. */
  copy(): Clock {
    return new Clock(this.#real, { begin: this.now(), speed: this.#speed });
  }

  #read(): number {
    if (this.#isMoved) return this.#base;
    return this.#base + (this.#real().getTime() - this.#since) * this.#speed;
  }

  #setTo(time: number): void {
    this.#base = time;
    this.#since = this.#real().getTime();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const next = this.#timeline.first();
    if (next === undefined || this.#speed === 0 || this.#isMoved || this.#isStopped) return;
    const wait = Math.ceil((next.time - this.#read()) / this.#speed);
    this.#timer = setTimeout(() => this.#doWhatIsDue(), Math.min(Math.max(wait, 1), longestTimer));
    // A mock without a socket keeps no process alive.
    this.#timer.unref();
  }

  #doWhatIsDue(): void {
    while ((this.#timeline.first()?.time ?? Number.POSITIVE_INFINITY) <= this.#read())
      this.#timeline.takeFirst()?.work();
    this.#arm();
  }

  async #move(milliseconds: number): Promise<boolean> {
    const end = performance.now() + patience;
    this.#setTo(this.#read());
    const target = this.#base + milliseconds;
    this.#isMoved = true;
    try {
      await this.#settled();
      for (let next = this.#timeline.first(); next && next.time <= target; next = this.#timeline.first()) {
        if (performance.now() > end) return false;
        this.#timeline.takeFirst();
        this.#base = Math.max(this.#base, next.time);
        next.work();
        await this.#settled();
      }
      if (this.#isStopped) return false;
      this.#base = target;
      return true;
    } finally {
      this.#isMoved = false;
      this.#setTo(this.#base);
      this.#arm();
    }
  }

  async #settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
