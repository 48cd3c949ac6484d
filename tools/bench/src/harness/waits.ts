import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Child } from '@cascade/repository/test-kit';

interface Patience {
  /** A minute if absent. */
  readonly seconds?: number;
  /** Between two looks; 100 if absent. */
  readonly pauseMs?: number;
}

type Look<Found> = () => Found | undefined | false | Promise<Found | undefined | false>;

/** Looks again and again; resolves to what is found, or to undefined if nothing is in time. */
export async function find<Found>(
  look: Look<Found>,
  { seconds = 60, pauseMs = 100 }: Patience = {},
): Promise<Found | undefined> {
  for (const end = performance.now() + seconds * 1_000; ; ) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) return undefined;
    await setTimeout(pauseMs);
  }
}

/** The same. @throws {Error} that names `what`, if nothing is found in time. */
export async function until<Found>(
  what: string | (() => string | Promise<string>),
  look: Look<Found>,
  patience: Patience = {},
): Promise<Found> {
  const found = await find(look, patience);
  if (found !== undefined) return found;
  const wanted = typeof what === 'string' ? what : await what();
  throw new Error(`waited ${patience.seconds ?? 60} s until ${wanted}`);
}

/**
 * Waits until a program answers with this status, any if absent. @throws {Error} with its output if it does
 * not.
 */
export async function untilItAnswers(
  url: string,
  child: Child,
  { status, ...patience }: Patience & { readonly status?: number | undefined } = {},
): Promise<void> {
  const isRight = (found: number | undefined) =>
    status === undefined ? found !== undefined : found === status;
  const isOver = await find(async () => child.hasEnded || isRight(await statusOf(url)), patience);
  if (isOver && !child.hasEnded) return;
  await child.end('SIGKILL');
  throw new Error(`${child.process.spawnargs.join(' ')} does not answer at ${url}:\n${child.output}`);
}

/** The status of the answer on a connection of its own; `undefined` if there is none. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', () => resolve(undefined));
  });
}

/**
 * Does something again and again, with pauses, until it fails; returns what ends it, and rejects if it has
 * failed.
 */
export function repeat(pauseMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await work();
      await setTimeout(pauseMs);
    }
  })();
  working.catch(() => {}); // reported at the end, perhaps much later
  return () => {
    isOver = true;
    return working;
  };
}
