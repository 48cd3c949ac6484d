import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { defined } from '../defined.ts';
import { withFreshIds } from './fresh-ids.ts';
import { type Recorded, RecordingError, readRecording } from './recording.ts';
import { renderReplayed, renderSummary } from './render.ts';
import { familiesOf, type Replayed, replay } from './replay.ts';
import { UnreachableError } from './send.ts';
import { replayUsage } from './usage.ts';

/** Where the command reads and writes. */
export interface ReplayTerminal {
  out(text: string): void;
  err(text: string): void;
  /** `CASCADE_API_KEY`, if set. */
  readonly key?: string | undefined;
}

interface Arguments {
  readonly file: string;
  readonly target: string;
  readonly against?: string;
  readonly freshIds: boolean;
  readonly json: boolean;
}

/** `cascade-mock replay`; gives the exit code: 0 as expected, 1 not, 2 a wrong command line, file or address. */
export async function runReplay(args: readonly string[], terminal: ReplayTerminal): Promise<number> {
  try {
    const parsed = parseReplayArguments(args);
    if (parsed === 'help') {
      terminal.out(replayUsage);
      return 0;
    }
    const recorded = readRecording(parsed.file, await readText(parsed.file));
    return await replayAll(parsed.freshIds ? withFreshIds(recorded) : recorded, parsed, terminal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isKnown = error instanceof RecordingError || error instanceof UnreachableError;
    terminal.err(`${error.message}\n${isKnown ? '' : 'Try cascade-mock replay --help.\n'}`);
    return 2;
  }
}

async function replayAll(
  requests: readonly Recorded[],
  { target, against, json }: Arguments,
  { out, key }: ReplayTerminal,
): Promise<number> {
  const hide = hiderOf(requests, key);
  const all: Replayed[] = [];
  for await (const replayed of replay(requests, { target, ...defined({ against, key }) })) {
    all.push(replayed);
    if (!json) out(hide(renderReplayed(replayed)));
  }
  const families = familiesOf(all);
  out(hide(json ? toJson(all, families) : renderSummary(all, families)));
  return all.every(({ isExpected, differences }) => isExpected && differences.length === 0) ? 0 : 1;
}

function toJson(all: readonly Replayed[], families: ReturnType<typeof familiesOf>): string {
  return `${JSON.stringify({ requests: all, families }, null, 2)}\n`;
}

const secretHeader = /^(x-api-key|authorization|proxy-authorization|cookie)$/;

/** Keys are never printed, not even where an answer repeats them. */
function hiderOf(requests: readonly Recorded[], key: string | undefined): (text: string) => string {
  const ofHeaders = requests.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) => (secretHeader.test(name) ? [value] : [])),
  );
  const secrets = [...new Set([...ofHeaders, ...(key === undefined ? [] : [key])])].filter(
    (each) => each !== '',
  );
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '<API_KEY>'), text);
}

function parseReplayArguments(args: readonly string[]): Arguments | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      target: { type: 'string', default: 'http://127.0.0.1:4010' },
      against: { type: 'string' },
      'fresh-ids': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const [file, surplus] = positionals;
  if (file === undefined) throw new Error('expected a file with recorded requests, found none.');
  if (surplus !== undefined) throw new Error(`unexpected argument '${surplus}'.`);
  const { target, against, 'fresh-ids': freshIds, json } = values;
  for (const [name, url] of Object.entries({ target, ...defined({ against }) })) checkUrl(name, url);
  return { file, target, freshIds, json, ...defined({ against }) };
}

function checkUrl(name: string, url: string): void {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
  throw new Error(`--${name} must be a URL such as http://127.0.0.1:4010, not '${url}'.`);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new Error(`${file}: file not found.`);
    throw new Error(`${file}: cannot be read (${String(code)}).`);
  }
}
