import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadAccount } from '@cascade/bench/harness/accounts';
import { countBy } from '@cascade/bench/harness/callers';
import { serve } from '@cascade/repository/test-kit';
import { problemCodes, problemFacts } from '@cascade/types';
import type { Blow, World } from '../world.ts';
import { createDice, type Material, marks, nextShot, type Shot } from './attacks.ts';

/** The account that attacks; it has cascade 1 alone. */
export const attackerAccount: LoadAccount = {
  name: 'attacker',
  keys: [{ key: 'hostile-key-5e1f0c' }, { key: 'expired-hostile-key', expiresAt: '2026-01-01T00:00:00Z' }],
  cascades: { 1: ['SMS'] },
};

/** What the log must not contain. */
export const plantedSecrets = [...Object.values(marks), marks.address.slice(1), 'hostile-key-5e1f0c'];

/** Connections at once, beside the copies of a shot. */
const connections = 24;

/** Hostile requests of all kinds, as many as the schedule says, against the first replica. */
export async function volley(
  { replicas, residents, callers, volleys, pauses }: World,
  { by = 500, random }: Blow,
) {
  const [service] = replicas.all;
  const [stranger] = residents;
  const [requestId = ''] = callers.ledger.acknowledged.keys();
  if (service === undefined || stranger === undefined) throw new Error('expected a replica and an account');
  let canaryCalls = 0;
  const canary = await serve((_, response) => {
    canaryCalls += 1;
    response.end();
  });
  const { accepted, ...found } = await attack(
    { api: service.url, operations: service.operationsUrl },
    {
      dice: createDice(random),
      attacker: 'hostile-key-5e1f0c',
      secrets: [stranger.entry.account],
      foreign: { requestId, messageId: 1, cascadeId: 2 },
      canaryPort: canary.port,
    },
    () => (pauses.isCut ? 0 : by),
  );
  await canary.close();
  for (const id of accepted) callers.ledger.acknowledged.set(id, performance.now());
  const faults =
    canaryCalls > 0 ? { ...found.faults, 'calls to an address of loopback': canaryCalls } : found.faults;
  volleys.push({ ...found, faults });
}

/** Sends hostile requests, until there are as many as wanted, and judges each answer. */
async function attack(
  urls: Readonly<Record<Shot['where'], string>>,
  material: Material,
  wanted: () => number,
) {
  const { foreign } = material;
  /** How often each was heard, sent or found. */
  const seen = { answers: [] as string[], kinds: [] as string[], faults: [] as string[] };
  /** The request ids that were answered with 200. */
  const accepted: string[] = [];
  let fired = 0;
  let opened = 0;
  let longest = 0;

  function judge(kind: string, shot: Shot, all: readonly Heard[]): void {
    const faults = all.flatMap((heard) => faultsOf(shot, heard));
    for (const { answers, milliseconds } of all) {
      seen.kinds.push(...Array<string>(shot.requests).fill(kind));
      seen.answers.push(...answers.map(nameOf));
      longest = Math.max(longest, milliseconds);
      if (answers.some(({ status, body }) => status === 200 && body.includes(foreign.requestId)))
        faults.push("another account's message");
    }
    opened += all.length;
    const ids = all.flatMap(({ answers }) => answers.flatMap(acceptedId));
    accepted.push(...ids);
    if (new Set(ids).size < ids.length) faults.push('an id accepted twice');
    seen.faults.push(...faults.map((fault) => `${kind}: ${fault}`));
  }

  async function attacker(): Promise<void> {
    while (fired < wanted()) {
      const { kind, shot } = nextShot(material);
      const copies = shot.copies ?? 1;
      fired += copies * shot.requests;
      const url = urls[shot.where];
      judge(kind, shot, await Promise.all(Array.from({ length: copies }, () => fire(url, shot))));
    }
  }

  await Promise.all(Array.from({ length: connections }, attacker));
  return {
    requests: seen.kinds.length,
    connections: opened,
    /** By problem, or by status. */
    answers: countBy(seen.answers),
    /** Requests by kind of attack. */
    kinds: countBy(seen.kinds),
    /** How often each was found, by kind of attack. */
    faults: countBy(seen.faults),
    longestAnswerMilliseconds: Math.round(longest),
    accepted,
  };
}

/** The status of each listed problem, by its title on the wire. */
const listed = new Map<string, number>([
  ...problemCodes().map((code) => {
    const { title, status } = problemFacts(code);
    return [title, status] as const;
  }),
  // Before there is an operation, so not in the catalogue (ADR-0011).
  ['request-timeout', 408],
  ['request-header-fields-too-large', 431],
]);

/** What is wrong with the answers to a shot; empty if nothing is. */
function faultsOf(shot: Shot, { answers, rest, isOver }: Heard): string[] {
  const faults = answers.flatMap((answer) => faultOf(shot, answer) ?? []);
  if (!isOver) faults.push('no end within the limit');
  else if (answers.length < shot.answers) faults.push(`${answers.length} of ${shot.answers} answers`);
  if (rest > 0 && shot.end !== 'reset') faults.push('bytes beside the answers');
  return faults;
}

function faultOf(shot: Shot, { status, headers, body }: HttpAnswer): string | undefined {
  if (status >= 500 && status !== 503) return `status ${status}`;
  if (status === 200) return shot.mayBe200 ? undefined : 'a 200 that is wrong';
  if ((status === 503 || status === 429) && !headers.has('retry-after'))
    return `${status} without Retry-After`;
  if (shot.withoutBodies === true) return undefined;
  const type = headers.get('content-type') ?? '';
  if (!/^application\/(?:problem\+)?json$/.test(type)) return `${status} with content-type ${type}`;
  const problem = parse(body);
  if (problem === undefined) return `${status} without a problem body`;
  if (listed.get(String(problem.title)) !== problem.status)
    return `${status} with an unlisted problem ${problem.title}`;
  return problem.status === status ? undefined : `${status} with a problem of status ${problem.status}`;
}

function parse(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return { ...JSON.parse(body) };
  } catch {
    return undefined;
  }
}

/** How the answers are counted: by their problem, or by status. */
function nameOf({ status, body }: HttpAnswer): string {
  return status === 200 ? '200' : `${status} ${parse(body)?.title ?? ''}`.trim();
}

/** The request id that was answered with 200. */
function acceptedId({ status, body }: HttpAnswer): readonly string[] {
  const requestId = status === 200 ? parse(body)?.requestId : undefined;
  return typeof requestId === 'string' ? [requestId] : [];
}

/**
 * Milliseconds. The service waits 10 s for headers and 30 s for a body; a body that is there gets its answer
 * sooner.
 */
const limitMs = 45_000;

/** What one connection received. */
type Heard = Awaited<ReturnType<typeof fire>>;

/** Sends a shot on one connection. */
async function fire(url: string, shot: Shot) {
  const { hostname: host, port } = new URL(url);
  const begin = performance.now();
  const socket = connect({ host, port: Number(port), allowHalfOpen: true });
  const received: Buffer[] = [];
  let size = 0;
  const heard = () => readAnswers(Buffer.concat(received), shot.withoutBodies === true);
  const over = new Promise<boolean>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      size += bytes.length;
      if (shot.answers > 0 && heard().answers.length >= shot.answers) resolve(true);
    });
    // A connection that breaks ends as well: its error adds nothing.
    for (const event of ['end', 'close', 'error']) socket.once(event, () => resolve(true));
  });
  await send(socket, shot);
  const isOver = shot.end === 'reset' || (await Promise.race([over, delay(limitMs, false, { ref: false })]));
  const milliseconds = performance.now() - begin;
  socket.destroy();
  const { answers, rest } = size === 0 ? { answers: [], rest: 0 } : heard();
  /**
   * `rest` counts the bytes after the last answer; it is over if the answers came, or the server closed,
   * within the limit.
   */
  return { answers, rest, isOver, milliseconds };
}

async function send(socket: Socket, { pieces, end }: Shot): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (typeof piece === 'number') await delay(piece);
    else socket.write(piece);
  }
  if (end === 'half-close') socket.end();
  // What was written before is sent first, if the kernel takes it.
  if (end === 'reset') setImmediate(() => socket.resetAndDestroy());
}

/** One answer as it came over the wire; headers by lower-case name. */
type HttpAnswer = NonNullable<ReturnType<typeof readOne>>['answer'];

/** Reads complete answers, one after the other; `rest` counts the bytes that follow the last. */
function readAnswers(bytes: Buffer, withoutBodies: boolean) {
  const answers: HttpAnswer[] = [];
  let at = 0;
  for (;;) {
    const next = readOne(bytes, at, withoutBodies);
    if (next === undefined) return { answers, rest: bytes.length - at };
    at = next.end;
    // 100 Continue announces the answer.
    if (next.answer.status >= 200) answers.push(next.answer);
  }
}

function readOne(bytes: Buffer, begin: number, withoutBodies: boolean) {
  const headEnd = bytes.indexOf('\r\n\r\n', begin);
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(begin, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] ([0-9]{3})(?: |$)/.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return undefined;
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const from = headEnd + 4;
  const body = withoutBodies || status < 200 ? { text: '', end: from } : bodyOf(bytes, from, headers);
  return body && { answer: { status, headers, body: body.text }, end: body.end };
}

function bodyOf(bytes: Buffer, from: number, headers: ReadonlyMap<string, string>) {
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(bytes, from);
  const length = Number(headers.get('content-length') ?? 0);
  const end = from + length;
  return end > bytes.length ? undefined : { text: bytes.toString('utf8', from, end), end };
}

function chunksOf(bytes: Buffer, from: number) {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + length + 2;
    if (end > bytes.length) return undefined;
    if (length === 0) return { text: Buffer.concat(parts).toString('utf8'), end };
    parts.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
