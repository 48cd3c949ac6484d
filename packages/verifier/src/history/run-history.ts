import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createTarget } from '../exchange/create-target.ts';
import { type AnswerOrNone, isAccepted } from '../exchange/http-request.ts';
import type { Profile } from '../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { problemOf } from '../oracle/catalogue.ts';
import { contentFieldOf, resolveBase } from '../scenario/resolve-base.ts';
import {
  explainOrder,
  type HistoryAnswer,
  type HistoryModel,
  type Operation,
  partOf,
  shrink,
} from './judge-history.ts';

export interface HistoryOptions {
  readonly profile: Profile;
  /** The addresses of one provider, of several replicas for instance. */
  readonly targets: readonly string[];
  readonly seconds: number;
  readonly seed: number;
  /** Requests that are under way at once; 16 if absent. */
  readonly lanes?: number;
  readonly timeoutInMilliseconds: number;
  readonly signal?: AbortSignal;
}

export interface HistoryReport {
  readonly verdict: 'explained' | 'unexplained' | 'could-not-judge';
  readonly reason?: string;
  readonly seed: number;
  readonly operations: number;
  readonly answers: Readonly<Partial<Record<HistoryAnswer, number>>>;
  /** Parts whose search took too long. */
  readonly undecided: number;
  /** The smallest part without an explanation; the run ends with it. */
  readonly finding?: readonly Operation[];
}

interface Account {
  readonly name: string;
  readonly key: string;
  readonly cascadeId: number;
  readonly content: JsonObject;
}

type Intent = 'schedule' | 'refused' | 'read';

interface Planned {
  readonly account: Account;
  readonly id: string;
  readonly intent: Intent;
}

/**
 * Sends overlapping requests in rounds, until the time is over or a part of the history has no explanation.
 */
export async function runHistory(options: HistoryOptions): Promise<HistoryReport> {
  const { profile, seed, signal } = options;
  const accounts = accountsOf(profile);
  if (typeof accounts === 'string') return could(accounts, options);
  const model = modelOf(profile);
  const run = createRun(options, accounts, model);
  const until = performance.now() + options.seconds * 1_000;
  try {
    while (performance.now() < until && signal?.aborted !== true) {
      const done = await runRound(run, planRound(run), options.lanes ?? 16);
      const poor = done.find(
        ({ account, answer }) => answer === 'out-of-balance' && !model.affords.has(account),
      );
      if (poor !== undefined) return could(`the account ${poor.account} ran out of money`, options, run);
      const finding = findUnexplained(run, done);
      if (finding !== undefined) return { ...reportOf(run, seed), verdict: 'unexplained', finding };
    }
  } finally {
    await Promise.all(run.targets.map((target) => target.close()));
  }
  if (!run.history.some(({ answer }) => answer === 'accepted'))
    return could('no request was accepted', options, run);
  const [silent] = run.silent;
  if (silent !== undefined) return could(`${silent.url} answered nothing`, options, run);
  return { ...reportOf(run, seed), verdict: 'explained' };
}

/** The smallest part without an explanation, among the parts of the operations. */
function findUnexplained(run: Run, done: readonly Operation[]): readonly Operation[] | undefined {
  for (const part of changedParts(run, done)) {
    const verdict = explainOrder(part, run.model);
    if (verdict === 'undecided') run.undecided += 1;
    if (verdict === 'unexplained') return shrink(part, run.model);
  }
  return undefined;
}

type Done = Pick<Run, 'history' | 'undecided'>;

function could(
  reason: string,
  { seed }: HistoryOptions,
  done: Done = { history: [], undecided: 0 },
): HistoryReport {
  return { ...reportOf(done, seed), verdict: 'could-not-judge', reason };
}

function reportOf({ history, undecided }: Done, seed: number) {
  const answers: Partial<Record<HistoryAnswer, number>> = {};
  for (const { answer } of history) answers[answer] = (answers[answer] ?? 0) + 1;
  return { seed, operations: history.length, answers, undecided };
}

/**
 * The account of the run, another one, and one whose money ends; a sentence if the profile has no request for
 * them.
 */
function accountsOf(profile: Profile): readonly Account[] | string {
  const base = resolveBase(profile, 'text on SMS');
  if (!('cascade' in base)) return 'the profile has no cascade of SMS alone, or no text for it';
  const own = { cascadeId: base.cascade.id, content: base.content };
  const { good, small } = profile.keys;
  const { otherAccount } = profile;
  const accounts: Account[] = [{ name: 'good', key: good, ...own }];
  if (small !== undefined) accounts.push({ name: 'small', key: small.key, ...own });
  const channels = otherAccount?.cascade.stages.map(({ channel }) => channel) ?? [];
  const contents = channels.map((channel) => [contentFieldOf(channel), profile.content[channel]?.text]);
  if (otherAccount !== undefined && contents.every(([, content]) => content !== undefined))
    accounts.push({
      name: 'other',
      key: otherAccount.key,
      cascadeId: otherAccount.cascade.id,
      content: Object.fromEntries(contents),
    });
  return accounts;
}

function modelOf({ keys: { small }, holds = [] }: Profile): HistoryModel {
  return {
    affords: new Map(small === undefined ? [] : [['small', small.affords]]),
    isFresh: small?.fresh === true,
    refusalsLeaveIds: holds.includes('ADR-0007'),
  };
}

type Run = ReturnType<typeof createRun>;

function createRun(
  { profile, seed, timeoutInMilliseconds, ...options }: HistoryOptions,
  accounts: readonly Account[],
  model: HistoryModel,
) {
  // Any connection may be lost, also all for a while: the outcome is unknown, and the run goes on.
  const limits = { timeoutInMilliseconds, goneAfter: Number.POSITIVE_INFINITY, waitsForLimits: false };
  const targets = options.targets.map((url) => createTarget({ url, ...limits }));
  const history: Operation[] = [];
  const parts = new Map<string, Operation[]>();
  /** Those that have not answered yet. */
  const silent = new Set(targets);
  return { profile, accounts, model, random: randomOf(seed), history, parts, targets, silent, undecided: 0 };
}

const idsPerRound = 12;
const mostOfAccount = 400;

/**
 * Some new ids and an old one, each several times: repeats, refusals between, and reads where the history is
 * assumed.
 */
function planRound({ profile, accounts, random, history, parts }: Run): readonly Planned[] {
  const holds = (decision: string) => profile.holds?.includes(decision) === true;
  const planned: Planned[] = [];
  const add = (account: Account, id: string) => {
    for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1)
      planned.push({ account, id, intent: 'schedule' });
    // A provider may use up the id of a request that it refuses (ADR-0007): the model knows.
    if (random() < 0.3) planned.push({ account, id, intent: 'refused' });
    if (holds('ADR-0035') && holds('ADR-0007') && random() < 0.4)
      planned.push({ account, id, intent: 'read' });
  };
  for (let place = 0; place < idsPerRound; place += 1) {
    const id = uuidOf(random);
    const account = accounts[Math.floor(random() * accounts.length)];
    if (account === undefined) continue;
    // Only an account whose money ends is a part of its own, and once that is spent it says little more.
    const isSpent = (parts.get(account.name)?.length ?? 0) > mostOfAccount;
    if (!isSpent) add(account, id);
    // Two accounts may use the same id, and each once.
    const other = accounts[0];
    if (holds('ADR-0007') && other !== undefined && random() < 0.2) add(other, id);
  }
  const old = history[Math.floor(random() * history.length)];
  const owner = accounts.find(({ name }) => name === old?.account);
  if (old !== undefined && owner !== undefined)
    planned.push({ account: owner, id: old.id, intent: 'schedule' });
  return planned
    .map((one) => ({ one, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one);
}

async function runRound(run: Run, planned: readonly Planned[], lanes: number): Promise<readonly Operation[]> {
  const left = planned.values();
  const done: Operation[] = [];
  const work = async (lane: number) => {
    for (const one of left) {
      const call = performance.now();
      const answer = answerOf(one, await send(run, one));
      const end = answer === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
      done.push({ lane, account: one.account.name, id: one.id, answer, call, end });
      // The provider may be away for a moment; each lost answer makes the search longer.
      if (answer === 'unknown') await pause(200);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  run.history.push(...done);
  return done;
}

/** Adds the operations to their parts. */
function changedParts({ parts, model }: Run, done: readonly Operation[]): readonly (readonly Operation[])[] {
  const changed = new Set<Operation[]>();
  for (const one of done) {
    const name = partOf(one, model);
    const part = parts.get(name) ?? [];
    part.push(one);
    parts.set(name, part);
    changed.add(part);
  }
  return [...changed];
}

async function send(
  { profile, targets, silent, random }: Run,
  { account, id, intent }: Planned,
): Promise<AnswerOrNone> {
  const target = targets[Math.floor(random() * targets.length)];
  if (target === undefined) throw new Error('no target');
  const headers = { 'content-type': 'application/json', 'x-api-key': account.key };
  const post = async (path: string, body: object) => {
    const outcome = await target.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    if (!('none' in outcome)) silent.delete(target);
    return outcome;
  };
  if (intent === 'read') return post('/api/messages/history', { requestId: id });
  return post('/api/cascade/schedule', {
    requestId: id,
    cascadeId: intent === 'refused' ? unknownCascade : account.cascadeId,
    subscriberFilter: { address: profile.address, type: 'PHONE' },
    content: withOwnTexts(account.content, id),
  });
}

const unknownCascade = 987_654_321;

/**
 * Each message has a text of its own: a refused repeat of a text would give back its price (§7.4
 * `duplicated`).
 */
function withOwnTexts(content: JsonObject, id: string): JsonObject {
  const entries = Object.entries(content).map(([member, one]) => {
    const hasText = isObject(one) && typeof one.text === 'string';
    return [member, hasText ? { ...one, text: `${one.text} ${id.slice(0, 8)}` } : one];
  });
  return Object.fromEntries(entries);
}

function answerOf({ intent }: Planned, outcome: AnswerOrNone): HistoryAnswer {
  if ('none' in outcome || outcome.status >= 500 || outcome.status === 429) return 'unknown';
  if (intent === 'read') return readAnswer(outcome.text);
  if (isAccepted(outcome)) return 'accepted';
  const code = problemOf(outcome);
  if (code === 'requestId-is-not-unique') return 'not-unique';
  return code === 'out-of-balance' ? 'out-of-balance' : 'refused';
}

function readAnswer(text: string): HistoryAnswer {
  const body = parseJson(text);
  if (!isObject(body) || !Array.isArray(body.content)) return 'unknown';
  return body.content.length > 0 ? 'listed' : 'not-listed';
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomOf(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** Also new in a second run with the same seed: a used id stays used. */
function uuidOf(random: () => number): string {
  const text = createHash('sha256').update(`${random()} ${process.pid} ${Date.now()}`).digest('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20, 32)}`;
}
