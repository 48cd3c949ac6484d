import { describe, expect, test } from 'vitest';

/** What can happen in a small world, to be explored exhaustively. */
export interface Model<World> {
  readonly first: World;
  /** The same for worlds that do not differ in what can follow. */
  keyOf(world: World): string;
  /**
   * Every step that is possible, by its name, and where it leads. @throws {Violation} if one breaks a law.
   */
  successors(world: World): readonly (readonly [string, World])[];
  /** @throws {Violation} if the world breaks a law. */
  check?(world: World): void;
}

/** A law is broken. */
export class Violation extends Error {}

export interface Explored {
  readonly worlds: number;
  /** The steps to what must not happen. */
  readonly counterexample: readonly string[] | undefined;
}

/** Walks over all histories, the shortest first, until one breaks a law. */
export function explore<World>({ first, keyOf, successors, check = () => {} }: Model<World>): Explored {
  const begin = keyOf(first);
  const seen = new Map<string, { readonly from: string | undefined; readonly by: string }>();
  seen.set(begin, { from: undefined, by: 'begin' });
  const pathTo = (key: string | undefined): string[] => {
    const step = key === undefined ? undefined : seen.get(key);
    return step === undefined ? [] : [...pathTo(step.from), step.by];
  };
  let queue: { readonly world: World; readonly key: string }[] = [{ world: first, key: begin }];
  const visit = ({ world, key }: (typeof queue)[number]): typeof queue => {
    check(world);
    return successors(world).flatMap(([by, to]) => {
      const toKey = keyOf(to);
      if (seen.has(toKey)) return [];
      seen.set(toKey, { from: key, by });
      return [{ world: to, key: toKey }];
    });
  };
  while (queue.length > 0) {
    const next: typeof queue = [];
    for (const one of queue) {
      try {
        next.push(...visit(one));
      } catch (error) {
        if (!(error instanceof Violation)) throw error;
        return { worlds: seen.size, counterexample: [...pathTo(one.key), error.message] };
      }
    }
    queue = next;
  }
  return { worlds: seen.size, counterexample: undefined };
}

/**
 * Tests that a walk without any one of the guards finds a counterexample: none of them is there for nothing.
 */
export function testWithoutEach<Guards extends object>(
  guards: Guards,
  walk: (given: Guards) => Explored,
): void {
  describe('without a guard there is a counterexample', () => {
    test.each(Object.keys(guards))(
      'without %s',
      (name) => {
        expect(walk({ ...guards, [name]: false }).counterexample).toBeDefined();
      },
      300_000,
    );
  });
}
