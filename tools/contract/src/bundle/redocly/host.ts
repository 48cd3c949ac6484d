import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** One run of Redocly. */
export interface Job {
  /** The words that follow `redocly` on a command line. */
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
}

/** How a run of Redocly ended. */
export interface JobResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * The process in which Redocly runs, for one command after another. Its program is what reads a command line;
 * each import under a new address runs that again, while the modules behind it, which take most of the time
 * to load, stay.
 */
const program = pathToFileURL(createRequire(import.meta.url).resolve('@redocly/cli/lib/index.js')).href;

let runs = 0;
let isRunning = false;
let code = 0;
let printed = { out: '', err: '' };

// A command is done once nothing is left to wait for; Redocly then asks for the end of its process.
process.exit = ((ended?: number) => {
  code = ended ?? 0;
}) as typeof process.exit;
process.on('beforeExit', () => {
  if (isRunning) setImmediate(answer);
});
process.stdout.write = keep('out');
process.stderr.write = keep('err');

process.on('message', (job: Job) => {
  void run(job);
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function run({ args, folder }: Job): Promise<void> {
  isRunning = true;
  code = 0;
  printed = { out: '', err: '' };
  runs += 1;
  process.chdir(folder);
  process.argv = [process.execPath, program, ...args];
  // The connection to the parent must not count as something to wait for.
  process.channel?.unref();
  try {
    const another = `${program}?run=${runs}`;
    await import(another);
  } catch (error) {
    code = 1;
    printed.err += String(error);
  }
}

function answer(): void {
  isRunning = false;
  process.channel?.ref();
  const result: JobResult = { code, ...printed };
  process.send?.(result);
}

/** Takes what is written to a stream instead of printing it. */
function keep(stream: 'out' | 'err'): typeof process.stdout.write {
  return (text: string | Uint8Array, ...rest: readonly unknown[]) => {
    printed[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
    const written = rest.at(-1);
    if (typeof written === 'function') process.nextTick(written);
    return true;
  };
}
