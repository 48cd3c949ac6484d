import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isObject } from '@cascade/validator';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { createCommand, type Output, parseAndRun } from '../cli/command.ts';
import { defined } from '../defined.ts';
import { type RecordedRequest, readRecording } from './recording.ts';
import { type Family, familiesOf, isLetInBySwitches, isSuccess, type Replayed, replay } from './replay.ts';
import type { ReplayedAnswer } from './send.ts';

/** Where the command reads and writes. */
export interface ReplayTerminal extends Output {
  /** `CASCADE_API_KEY`, if set. */
  readonly key?: string | undefined;
}

function createReplayCommand() {
  return createCommand(
    'cascade-mock replay',
    'Sends recorded requests to a provider, and shows what becomes of them.',
    `File:
  a JSON array, {"requests": [...]}, one JSON object a line (NDJSON), or a HAR file of a browser or a proxy;
  a request has name, method, path, headers, body and expected (a status; any 2xx if absent)

Environment:
  CASCADE_API_KEY  replaces the x-api-key of each request; keys are never printed

Examples:
  cascade-mock replay requests.json
  cascade-mock replay requests.json --target http://127.0.0.1:4012 --fresh-ids
  cascade-mock replay session.har --target http://127.0.0.1:4012 --against http://127.0.0.1:4010

Exit codes:
  0  each request has the expected answer, without differences
  1  an answer is not the expected one, or the two targets differ
  2  invalid command line or file, or a target that does not answer`,
  )
    .argument('<file>', 'the recorded requests')
    .option('--target <url>', 'where to send them; the mock if absent', parseUrl, 'http://127.0.0.1:4010')
    .option('--against <url>', 'sends them there too, and shows how the answers differ', parseUrl)
    .option('--fresh-ids', 'gives each request a new requestId, for ids that were used before')
    .option('--json', 'prints the result as JSON');
}

type Options = ReturnType<ReturnType<typeof createReplayCommand>['opts']>;

/**
 * `cascade-mock replay`; gives the exit code: 0 as expected, 1 not, 2 a wrong command line, file or address.
 */
export async function runReplay(args: readonly string[], terminal: ReplayTerminal): Promise<number> {
  return parseAndRun(createReplayCommand(), args, terminal, async (options, [file]) => {
    try {
      const { requests, skipped } = readRecording(file, await readText(file));
      if (skipped > 0)
        terminal.err(`skipped ${skipped} entries of ${file} that ask for something else than the API\n`);
      return await replayAll(options.freshIds ? withFreshIds(requests) : requests, options, terminal);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      terminal.err(`${error.message}\n`);
      return 2;
    }
  });
}

async function replayAll(
  requests: readonly RecordedRequest[],
  { target, against, json }: Options,
  { out, err, key }: ReplayTerminal,
): Promise<number> {
  const hide = hiderOf(requests, key);
  const all: Replayed[] = [];
  for await (const replayed of replay(requests, { target, ...defined({ against, key }) })) {
    all.push(replayed);
    if (!json) out(hide(renderReplayed(replayed)));
  }
  const families = familiesOf(all);
  out(hide(json ? toJson(all, families) : renderSummary(all, families)));
  if (all.some(({ answer }) => answer.status === 401)) err(`${adviceOnKey(target, key)}\n`);
  return all.every(({ isExpected, differences }) => isExpected && differences.length === 0) ? 0 : 1;
}

/** A recording has no key of its own, or that of another provider. */
function adviceOnKey(target: string, key: string | undefined): string {
  return key === undefined
    ? `The environment variable CASCADE_API_KEY is not set: give it a key of ${target}.`
    : `The environment variable CASCADE_API_KEY holds no valid key of ${target}.`;
}

function toJson(all: readonly Replayed[], families: ReturnType<typeof familiesOf>): string {
  return `${JSON.stringify({ requests: all, families }, null, 2)}\n`;
}

const secretHeader = /^(x-api-key|authorization|proxy-authorization|cookie)$/;

/** Keys are never printed, not even where an answer repeats them. */
function hiderOf(requests: readonly RecordedRequest[], key: string | undefined): (text: string) => string {
  const ofHeaders = requests.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) => (secretHeader.test(name) ? [value] : [])),
  );
  const secrets = [...new Set([...ofHeaders, ...(key === undefined ? [] : [key])])].filter(
    (each) => each !== '',
  );
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '<API_KEY>'), text);
}

function parseUrl(url: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:4010.');
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

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Gives each request id a new one of the same form. Requests that share an id share the new one: repeats stay
 * repeats.
 */
export function withFreshIds(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const fresh = new Map<string, string>();
  return requests.map((request) => {
    const body = parse(request.body);
    if (request.body === undefined || !isObject(body) || typeof body.requestId !== 'string') return request;
    const id = body.requestId;
    if (id === '') return request;
    const successor = fresh.get(id) ?? freshId(id);
    fresh.set(id, successor);
    const old = JSON.stringify(id);
    const recent = JSON.stringify(successor);
    const isOnce = request.body.split(old).length === 2;
    const text = isOnce
      ? request.body.replace(old, () => recent)
      : JSON.stringify({ ...body, requestId: successor });
    return { ...request, body: text };
  });
}

/** A UUID for a UUID; otherwise other digits in the same places, or more characters where there are few. */
function freshId(id: string): string {
  if (uuid.test(id)) return randomUUID();
  let changed = 0;
  const other = id.replace(/[0-9a-f]/g, (character) => {
    changed += 1;
    const [random = 0] = randomBytes(1);
    return /\d/.test(character) ? String(random % 10) : 'abcdef'.charAt(random % 6);
  });
  return changed >= 8 ? other : `${other.slice(0, 240)}-${randomBytes(4).toString('hex')}`;
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One line for a request, and one more for each difference and piece of advice. */
function renderReplayed(replayed: Replayed): string {
  const { name, answer, against, isExpected, expected, differences, advice, unread } = replayed;
  const mark = isExpected && differences.length === 0 ? '✓' : '✗';
  const wanted = isExpected || unread.length > 0 ? '' : ` (expected ${expected ?? '2xx'})`;
  const other = against === undefined ? '' : ` | ${describe(against)}`;
  const lines = [`${mark} ${name}: ${describe(answer)}${other}${wanted}`];
  for (const difference of differences) lines.push(`    differs: ${difference}`);
  if (isLetInBySwitches(replayed))
    lines.push(`    refused: ${reasonOf(replayed)}; ${inWords(advice.switches)}`);
  else if (unread.length > 0)
    lines.push(`    accepted, but not read: the account ignores ${unread.join(' and ')}; switch it on`);
  else if (advice.switches.length > 0)
    lines.push(
      `    older shapes${isSuccess(answer) ? ', read with' : ' of'} the switches ${advice.switches.join(', ')}`,
    );
  return plain(lines);
}

/** The counts, and for each family of refused requests the switches that let it in. */
function renderSummary(all: readonly Replayed[], families: readonly Family[]): string {
  const accepted = all.filter(({ answer }) => isSuccess(answer)).length;
  const differing = all.filter(({ differences }) => differences.length > 0).length;
  const unexpected = all.filter(({ isExpected }) => !isExpected).length;
  const compared = all.some(({ against }) => against !== undefined) ? `, ${differing} with differences` : '';
  const lines = [
    '',
    `${all.length} requests: ${accepted} accepted, ${unexpected} not as expected${compared}`,
  ];
  for (const { cause, switches, names } of families) {
    const remedy = switches.length === 0 ? 'no switch lets it in' : inWords(switches);
    lines.push(`  ${names.length} × ${cause}; ${remedy}`);
  }
  const needed = [...new Set(all.flatMap(({ advice }) => advice.switches))].sort();
  if (needed.length > 0) lines.push(`Switches that these requests need: ${needed.join(', ')}`);
  return plain(lines);
}

function inWords(switches: readonly string[]): string {
  return switches.length === 1
    ? `the switch ${switches.join()} lets it in`
    : `the switches ${switches.slice(0, -1).join(', ')} and ${switches.at(-1)} together let it in`;
}

function reasonOf({ answer, advice }: Replayed): string {
  return answer.detail ?? advice.problem?.detail ?? answer.title ?? String(answer.status);
}

function describe({ status, title, detail }: ReplayedAnswer): string {
  return [status, title, detail === undefined ? undefined : `(${detail})`]
    .filter((each) => each !== undefined)
    .join(' ');
}

/** Answers are of another party: no control characters reach the terminal, and no line is endless. */
function plain(lines: readonly string[]): string {
  return lines.map((line) => `${line.replace(/\p{Cc}/gu, ' ').slice(0, 500)}\n`).join('');
}
