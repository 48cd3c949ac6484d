import type { Target } from '../../exchange/create-target.ts';
import type { Outcome } from '../../exchange/http-request.ts';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Case } from '../../scenario/build-case.ts';
import { inParallel } from '../in-parallel.ts';

/** What the target made of a request; an outage proves nothing. */
export type Answer = Outcome | OutageError;

/** The answers to all cases. */
export interface Answers {
  /** The answer to a case, by its scenario; undefined once the target takes no more requests. */
  of(scenario: string): Promise<Answer | undefined>;
  /** The answers so far. */
  readonly known: ReadonlyMap<string, Answer>;
  /** Resolves when all have been asked; rejects once the target takes no more requests. */
  readonly asked: Promise<void>;
}

const atATime = 4;

/** Sends the request of every case. Dredd sends one after another: it would wait for each answer in turn. */
export function askAhead(target: Target, cases: readonly Case[]): Answers {
  const known = new Map<string, Answer>();
  const waiting = new Map(cases.map(({ scenario }) => [scenario.id, Promise.withResolvers<void>()]));
  const asked = inParallel(cases, atATime, async ({ scenario, request }) => {
    const answer = await target.send(request).catch((error: unknown) => {
      if (error instanceof OutageError) return error;
      throw error;
    });
    known.set(scenario.id, answer);
    waiting.get(scenario.id)?.resolve();
  }).then(() => {});
  const settle = () => {
    for (const { resolve } of waiting.values()) resolve();
  };
  asked.then(settle, settle);
  return {
    known,
    asked,
    async of(scenario) {
      await waiting.get(scenario)?.promise;
      return known.get(scenario);
    },
  };
}
