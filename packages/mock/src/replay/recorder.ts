import { appendFileSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CallbackAttempt } from '../callback/callback-attempt.ts';
import { defined } from '../defined.ts';
import type { Mock, MockAnswer } from '../mock.ts';
import type { MockRequest } from '../request.ts';
import { keepHeaders, parseAnswerBody } from './answer.ts';
import { ofConnection } from './read-request.ts';

/** Writes a recording as `replay` reads it: one JSON object a line (`spec/schemas/recording.schema.yaml`). */
export interface Recorder {
  /** A request with its answer; without one if the mock failed. */
  exchange(request: MockRequest, body: Uint8Array | undefined, answer?: MockAnswer): void;
  onAttempt(attempt: CallbackAttempt): void;
}

/** Names of headers that may hold a key. */
const secret = /^(?:x-api-key|authorization|cookie|proxy-authorization)$/i;

/** The member `secret` of a registration, with one of the commas beside it. */
const signingSecret =
  /"secret"\s*:\s*"whsec_(?:[^"\\]|\\.)*"\s*,\s*|,?\s*"secret"\s*:\s*"whsec_(?:[^"\\]|\\.)*"/g;
/** The same in any other place, such as a comment. */
const anySecret = /whsec_(?:[A-Za-z0-9+/]|\\\/){24,}={0,2}/g;

/** Of an answer; a longer one is not kept. A request has at most 1 MiB. */
const longestBodyInBytes = 262_144;

/**
 * Opens a file to which lines are appended; only the owner may read a new one, since it has texts and
 * addresses. Keys are left out: `CASCADE_API_KEY` gives one to a replay. So are signing secrets (ADR-0057).
 * @throws a system error if the file cannot be written.
 */
export function openRecorder(path: string): Recorder {
  const file = resolve(path);
  appendFileSync(file, '', { mode: 0o600 });
  let isInLine = endsInLine(file);
  let last = 0;
  // At once and whole, so that lines have the order in which requests were carried out.
  const append = (line: object) => {
    const text = `${isInLine ? '\n' : ''}${JSON.stringify(line)}\n`;
    isInLine = true;
    appendFileSync(file, text, { mode: 0o600 });
    isInLine = false;
  };
  return {
    exchange({ method, target, headers }, body, answer) {
      last += 1;
      const kept = Object.entries(headers).filter(([name]) => !secret.test(name) && !ofConnection.test(name));
      append({
        name: String(last),
        method,
        path: target,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')])),
        ...(body === undefined || body.length === 0 ? {} : { body: withoutSecrets(Buffer.from(body)) }),
        ...(answer === undefined ? {} : { answer: recordedAnswer(answer) }),
      });
    },
    onAttempt({ account, url, webhookId, attempt, event, result }) {
      if (url === undefined || attempt === 0) return;
      const callback = { account, to: new URL(url).origin, webhookId, event, result };
      append({ callback: JSON.parse(withoutSecrets(JSON.stringify(callback))) });
    },
  };
}

/** Whether the file ends without a line end: its last line was cut off. */
function endsInLine(file: string): boolean {
  const stats = statSync(file);
  if (!stats.isFile() || stats.size === 0) return false;
  const opened = openSync(file, 'r');
  try {
    const byte = Buffer.alloc(1);
    readSync(opened, byte, 0, 1, stats.size - 1);
    return byte.toString() !== '\n';
  } finally {
    closeSync(opened);
  }
}

function withoutSecrets(text: string | Buffer): string {
  return text.toString().replaceAll(signingSecret, '').replaceAll(anySecret, '<SECRET>');
}

/** Nothing for a request that the mock dropped: it was not carried out. */
function recordedAnswer({ status, headers, body, cut }: MockAnswer): object | null {
  if (status === 0) return null;
  const isKept = Buffer.byteLength(body) <= longestBodyInBytes;
  return {
    status,
    headers: keepHeaders((name) => headers[name]),
    ...(isKept ? { body: parseAnswerBody(withoutSecrets(body)) } : {}),
    ...defined({ cut }),
  };
}

/** The same mock, which records each request before its answer is sent. */
export function withRecording(mock: Mock, recorder: Recorder, isRecorded: (target: string) => boolean): Mock {
  return {
    ...mock,
    async answer(request) {
      if (!isRecorded(request.target)) return mock.answer(request);
      const body = await request.readBody();
      const answer = await mock.answer({ ...request, readBody: async () => body }).catch((error) => {
        recorder.exchange(request, body);
        throw error;
      });
      recorder.exchange(request, body, answer);
      return answer;
    },
  };
}
