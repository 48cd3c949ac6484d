import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { createCommand, type Output, parseAndRun } from '../cli/command.ts';
import { loopbackHost } from '../control/is-near.ts';
import { defined } from '../defined.ts';
import { type CallbackReport, listenForCallbacks, type ReplayedCallbacks } from './callbacks.ts';
import type { Difference } from './compare.ts';
import { withFreshIds } from './fresh-ids.ts';
import type { RecordedRequest, Recording } from './recorded.ts';
import { readRecording } from './recording.ts';
import { needsRegistration, registrationLike } from './registration.ts';
import { isAsRecorded, renderCallbacks, renderReplayed, renderSummary } from './render.ts';
import { familiesOf, isSuccess, type Replayed, refusalOf, replay } from './replay.ts';
import { sendRecorded } from './send.ts';

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
  what cascade-mock --record wrote, a JSON array, {"requests": [...]}, one JSON object a line (NDJSON), or a HAR
  file of a browser or a proxy; a request has name, method, path, headers, body, expected (a status; that of the
  answer if absent, or else any 2xx) and answer (status, headers, body)

Compared with the recording, if it has them:
  answers    status, Content-Type, Allow, the scheme of WWW-Authenticate, title and detail of a problem or else the
             body; without what a provider makes for itself: messageId, statusAt, hasNext, secret
  callbacks  the events of each request by stage, status and error, in their order. For this, replay listens on a
             free port of this machine, and the target, on this machine too, gets its address: in the
             registrations of the recording, or else in one before the first request

Environment:
  CASCADE_API_KEY  replaces the x-api-key of each request; keys are never printed

Examples:
  cascade-mock replay requests.json
  cascade-mock replay requests.ndjson --target http://127.0.0.1:4012 --fresh-ids
  cascade-mock replay session.har --target http://127.0.0.1:4012 --against http://127.0.0.1:4010

Exit codes:
  0  each request has the expected answer and the recorded callbacks, without differences
  1  an answer or the callbacks differ from the recording or from what is expected, or the two targets differ
  2  invalid command line or file, or a target that does not answer`,
  )
    .argument('<file>', 'the recorded requests')
    .option('--target <url>', 'where to send them; the mock if absent', parseUrl, 'http://127.0.0.1:4010')
    .option('--against <url>', 'sends them there too, and shows how the answers differ', parseUrl)
    .option('--requests-only', 'leaves recorded answers and callbacks alone, and expects any 2xx')
    .option('--fresh-ids', 'gives each request a new requestId, for ids that were used before')
    .option(
      '--callback-timeout <seconds>',
      'how long to wait for the next recorded callback; 0 compares none',
      parseSeconds,
      10,
    )
    .option('--json', 'prints the result as JSON');
}

type Options = ReturnType<ReturnType<typeof createReplayCommand>['opts']>;

/**
 * `cascade-mock replay`; gives the exit code: 0 as expected, 1 not, 2 a wrong command line, file or address.
 */
export async function runReplay(args: readonly string[], terminal: ReplayTerminal): Promise<number> {
  return parseAndRun(createReplayCommand(), args, terminal, async (options, [file]) => {
    try {
      const recording = readRecording(file, await readText(file));
      for (const note of recording.notes) terminal.err(`${note}\n`);
      return await replayAll(options.requestsOnly ? requestsOf(recording) : recording, options, terminal);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      terminal.err(`${error.message}\n`);
      return 2;
    }
  });
}

/** The same as a recording without answers and callbacks. */
function requestsOf({ requests, notes }: Recording): Recording {
  return { requests: requests.map(({ answer: _, ...request }) => request), callbacks: [], notes };
}

async function replayAll(recording: Recording, options: Options, terminal: ReplayTerminal): Promise<number> {
  const { freshIds, target, callbackTimeout: patienceInSeconds } = options;
  const unchanged = { requests: recording.requests, recordedIds: new Map<string, string>() };
  const { requests, recordedIds } = freshIds ? withFreshIds(recording.requests) : unchanged;
  const isCompared = recording.callbacks.length > 0 && patienceInSeconds > 0;
  if (isCompared && !isOnThisMachine(target))
    terminal.err(`callbacks are not compared: ${target} is not on this machine\n`);
  if (!isCompared || !isOnThisMachine(target))
    return replayTo(requests, { ...options, recordedIds }, terminal);
  const callbacks = await listenForCallbacks({ ...recording, recordedIds, patienceInSeconds });
  try {
    if (needsRegistration(recording)) await register(requests, target, callbacks, terminal.key);
    return await replayTo(requests, { ...options, recordedIds, callbacks }, terminal);
  } finally {
    await callbacks.close();
  }
}

/** For callbacks that the recorded provider sent to an address of its own file, or of an earlier registration. */
async function register(
  [first]: readonly RecordedRequest[],
  target: string,
  callbacks: ReplayedCallbacks,
  key: string | undefined,
): Promise<void> {
  if (first === undefined) return;
  const answer = await sendRecorded(target, registrationLike(first, callbacks.url), key);
  if (!isSuccess(answer)) callbacks.refuse(refusalOf(answer));
}

interface Replaying extends Options {
  readonly recordedIds: ReadonlyMap<string, string>;
  readonly callbacks?: ReplayedCallbacks;
}

async function replayTo(
  requests: readonly RecordedRequest[],
  { target, against, json, recordedIds, callbacks }: Replaying,
  { out, err, key }: ReplayTerminal,
): Promise<number> {
  const hide = hiderOf(requests, key);
  const all: Replayed[] = [];
  const options = { target, recordedIds, ...defined({ against, key, callbacks }) };
  for await (const replayed of replay(requests, options)) {
    all.push(replayed);
    if (!json) out(hide(renderReplayed(replayed)));
  }
  const families = familiesOf(all);
  const report = await callbacks?.finish();
  if (json) out(hide(toJson(all, families, report)));
  else out(hide(`${report === undefined ? '' : renderCallbacks(report)}${renderSummary(all, families)}`));
  if (all.some(({ answer }) => answer.status === 401)) err(`${adviceOnKey(target, key)}\n`);
  const isHeard = report === undefined || (report.messages.length === 0 && report.refused === undefined);
  return all.every(isAsRecorded) && isHeard ? 0 : 1;
}

/** A recording has no key of its own, or that of another provider. */
function adviceOnKey(target: string, key: string | undefined): string {
  return key === undefined
    ? `The environment variable CASCADE_API_KEY is not set: give it a key of ${target}.`
    : `The environment variable CASCADE_API_KEY holds no valid key of ${target}.`;
}

function toJson(
  all: readonly Replayed[],
  families: ReturnType<typeof familiesOf>,
  report: CallbackReport | undefined,
): string {
  const recorded = ({ at, one, other }: Difference) => ({ at, recorded: one, found: other });
  const requests = all.map(({ fromRecording, differences, ...replayed }) => ({
    ...replayed,
    fromRecording: fromRecording.map(recorded),
    differences: differences.map(({ at, one, other }) => ({ at, target: one, against: other })),
  }));
  const callbacks = report && {
    ...report,
    messages: report.messages.map(({ name, differences }) => ({
      name,
      fromRecording: differences.map(recorded),
    })),
  };
  return `${JSON.stringify({ requests, families, callbacks }, null, 2)}\n`;
}

const secretHeader = /^(x-api-key|authorization|proxy-authorization|cookie)$/;

/** Keys and signing secrets are never printed, not even where an answer repeats them. */
function hiderOf(requests: readonly RecordedRequest[], key: string | undefined): (text: string) => string {
  const ofHeaders = requests.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) => (secretHeader.test(name) ? [value] : [])),
  );
  const secrets = [...new Set([...ofHeaders, ...(key === undefined ? [] : [key])])].filter(
    (each) => each !== '',
  );
  return (text) =>
    secrets
      .reduce((hidden, secret) => hidden.replaceAll(secret, '<API_KEY>'), text)
      .replaceAll(/whsec_[A-Za-z0-9+/]+=*/g, '<SECRET>');
}

function parseUrl(url: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:4010.');
}

const longestTimeout = 3_600;

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && seconds <= longestTimeout) return seconds;
  throw new InvalidArgumentError(`Expected seconds from 0 to ${longestTimeout}.`);
}

/** Only there does an address of loopback lead to the replay. */
function isOnThisMachine(target: string): boolean {
  return loopbackHost.test(new URL(target).host);
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
