/** Ends a planned work before its time. */
export type Cancel = () => void;

/** A work, and its time in milliseconds. */
interface Planned {
  readonly time: number;
  readonly work: () => void;
}

/** Planned work by its time; of the same time, in the order in which it was planned. */
export class Timeline {
  readonly #planned: Planned[] = [];

  first(): Planned | undefined {
    return this.#planned[0];
  }

  takeFirst(): Planned | undefined {
    return this.#planned.shift();
  }

  add(time: number, work: () => void): Cancel {
    const one = { time, work };
    this.#planned.splice(
      this.#countBefore((other) => other.time <= time),
      0,
      one,
    );
    return () => {
      const place = this.#planned.indexOf(
        one,
        this.#countBefore((other) => other.time < time),
      );
      if (place >= 0) this.#planned.splice(place, 1);
    };
  }

  clear(): void {
    this.#planned.length = 0;
  }

  /** How many of the first ones are before, by halving. */
  #countBefore(isBefore: (one: Planned) => boolean): number {
    let low = 0;
    let high = this.#planned.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = this.#planned[middle];
      if (one !== undefined && isBefore(one)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
