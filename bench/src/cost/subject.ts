import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Child, startProgram } from '@cascade/test-kit';
import { type Memory, memoryOf, processorSeconds } from './processes.ts';

/** A program that is started and left alone. */
export interface Subject {
  /** Arguments of Node. */
  readonly args: readonly string[];
  /** Answers once the program is ready; absent if the program answers nothing. */
  readonly url?: string;
  /** The status that means ready; any if absent. */
  readonly status?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** From the start of the process to its first answer, in seconds. */
export interface StartCost {
  readonly seconds: number;
  readonly processor: number;
  /** Of programs that it ran to their end, such as initdb. */
  readonly processorOfChildren: number;
}

/** A program that is ready. */
export interface Running {
  readonly start: StartCost;
  readonly pid: number;
  memory(): Memory;
  stop(): Promise<void>;
}

const secondsToStart = 120;
const pauseMs = 5;

/** Starts a program and waits until it is ready. @throws {Error} with its output if it ends before. */
export async function start({ args, url, status, environment = {} }: Subject): Promise<Running> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const begin = performance.now();
  const child = startProgram(process.execPath, args, { environment: { ...inherited, ...environment } });
  const pid = child.process.pid ?? Number.NaN;
  if (url !== undefined) await untilReady(child, { url, status }, begin);
  const seconds = (performance.now() - begin) / 1_000;
  const { itself, children } = processorSeconds(pid);
  return {
    start: { seconds, processor: itself, processorOfChildren: children },
    pid,
    memory: () => memoryOf([pid]),
    async stop() {
      await child.end();
    },
  };
}

interface Readiness {
  readonly url: string;
  readonly status: number | undefined;
}

async function untilReady(child: Child, { url, status }: Readiness, begin: number): Promise<void> {
  while (!isReady(await statusOf(url), status)) {
    if (child.hasEnded) throw new Error(`${child.process.spawnargs.join(' ')} ended:\n${child.output}`);
    if (performance.now() - begin > secondsToStart * 1_000) {
      await child.end('SIGKILL');
      throw new Error(`${url} did not answer within ${secondsToStart} s:\n${child.output}`);
    }
    await setTimeout(pauseMs);
  }
}

function isReady(found: number | undefined, wanted: number | undefined): boolean {
  return wanted === undefined ? found !== undefined : found === wanted;
}

/** The status of the answer; `undefined` if there is none. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', () => resolve(undefined));
  });
}
