/** Choices that depend on the seed alone. */
export interface Dice {
  /** From 0 to 1. */
  random(): number;
  /** From 0 to `most`, both included. */
  upTo(most: number): number;
  pick<One>(from: readonly One[]): One;
  uuid(): string;
  bytes(count: number): Buffer;
}

/** @param random From 0 to 1. */
export function createDice(random: () => number): Dice {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => upTo(255)));
  return {
    random,
    upTo,
    bytes,
    pick(from) {
      const one = from[upTo(from.length - 1)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
    uuid() {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
