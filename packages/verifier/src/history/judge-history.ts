/** The answer to a request, as far as uniqueness (rule 1) and money (rule 5) go; a lost one is `unknown`. */
export type HistoryAnswer =
  | 'accepted'
  | 'not-unique'
  | 'out-of-balance'
  /** By a rule between both: the id was not used. */
  | 'refused'
  /** The message history has the id, or not. */
  | 'listed'
  | 'not-listed'
  | 'unknown';

/** A request between its call and its return, in milliseconds of one clock. */
export interface Operation {
  /** The connection, for the timeline. */
  readonly lane: number;
  readonly account: string;
  readonly id: string;
  readonly answer: HistoryAnswer;
  readonly call: number;
  /** Infinity if it is unknown: it may take effect at any later time, or never. */
  readonly end: number;
}

export interface HistoryModel {
  /** What accounts can pay for, in messages, where that is known to be the most. The others are rich. */
  readonly affords: ReadonlyMap<string, number>;
  /** Whether the accounts of `affords` have all of it at the start. */
  readonly isFresh: boolean;
  /** Whether a refused request leaves its id unused (ADR-0007); else `not-unique` may follow a refusal. */
  readonly refusalsLeaveIds: boolean;
}

/** `undecided`: the search took too many steps. */
export type Explanation = 'explained' | 'unexplained' | 'undecided';

/**
 * The part of an operation; parts have no effect on each other: ids, and accounts whose money can end (Horn
 * and Kroening).
 */
export function partOf({ account, id }: Operation, { affords }: HistoryModel): string {
  return affords.has(account) ? account : `${account} ${id}`;
}

/**
 * Whether some order explains all answers of one part, in which each request took effect between call and
 * return.
 */
export function explainOrder(part: readonly Operation[], model: HistoryModel): Explanation {
  const most = model.affords.get(part[0]?.account ?? '') ?? Number.POSITIVE_INFINITY;
  const paid = countPaid(part, model);
  if (paid > most || (most < Number.POSITIVE_INFINITY && hasImpossibleId(part, model))) return 'unexplained';
  const least = model.isFresh || most === Number.POSITIVE_INFINITY ? most : paid;
  let isUndecided = false;
  for (let balance = least; balance <= most; balance += 1) {
    const found = search(part, balance, model);
    if (found === 'explained') return found;
    isUndecided ||= found === 'undecided';
    if (balance === Number.POSITIVE_INFINITY) break;
  }
  return isUndecided ? 'undecided' : 'unexplained';
}

/**
 * Whether no order explains the answers about one id, whatever is left to pay with: a search among all lost
 * requests of the account may not find that out in its steps.
 */
function hasImpossibleId(part: readonly Operation[], model: HistoryModel): boolean {
  const withoutMoney = { ...model, affords: new Map() };
  const judged = part.map((one) =>
    one.answer === 'out-of-balance' ? { ...one, answer: 'refused' as const } : one,
  );
  const byId = Map.groupBy(judged, ({ id }) => id);
  return [...byId.values()].some((same) => explainOrder(same, withoutMoney) === 'unexplained');
}

/**
 * The messages that were accepted for sure: also those whose acceptance was lost, but whose id is used
 * afterwards.
 */
function countPaid(part: readonly Operation[], { refusalsLeaveIds }: HistoryModel): number {
  const accepted = part.filter(({ answer }) => answer === 'accepted');
  const ids = new Set(accepted.map(({ id }) => id));
  const used = part.filter(
    ({ id, answer }) =>
      !ids.has(id) && (answer === 'listed' || (answer === 'not-unique' && refusalsLeaveIds)),
  );
  return accepted.length + new Set(used.map(({ id }) => id)).size;
}

/** The verdict on a whole history. */
export interface HistoryVerdict {
  readonly operations: number;
  readonly parts: number;
  readonly unexplained: number;
  readonly undecided: number;
  /** The smallest operations without an explanation, of the first such part. */
  readonly finding?: readonly Operation[];
}

/** Decides each part of a history on its own. */
export function judgeHistory(history: readonly Operation[], model: HistoryModel): HistoryVerdict {
  const parts = [...Map.groupBy(history, (one) => partOf(one, model)).values()];
  const verdicts = parts.map((part) => ({ part, found: explainOrder(part, model) }));
  const [first] = verdicts.filter(({ found }) => found === 'unexplained');
  const count = (wanted: Explanation) => verdicts.filter(({ found }) => found === wanted).length;
  return {
    operations: history.length,
    parts: parts.length,
    unexplained: count('unexplained'),
    undecided: count('undecided'),
    ...(first === undefined ? {} : { finding: shrink(first.part, model) }),
  };
}

/**
 * A call, or the return of one: places in time, as a list from which operations are taken out and put back.
 */
interface Entry {
  readonly operation: number;
  readonly isCall: boolean;
  /** The return of a call. */
  readonly match: Entry | undefined;
  before: Entry | undefined;
  after: Entry | undefined;
}

const mostSteps = 300_000;

/**
 * Wing and Gong's search: takes an operation that no other had to precede, and goes on with the rest. Lowe's
 * cache: the operations taken fix the state, whatever their order, so a set is tried once. An operation that
 * changes nothing is taken as soon as its answer is right: if an order of the rest exists, one exists with it
 * first, so no other is tried.
 */
function search(part: readonly Operation[], balance: number, model: HistoryModel): Explanation {
  const head = entriesOf(part);
  const state = createState(part, balance, model);
  const tried = new Set<string>();
  const taken: Entry[] = [];

  function take({ operation }: Entry): boolean {
    if (!state.take(operation)) return false;
    if (!state.pays(operation)) return true;
    const key = state.key();
    const isNew = !tried.has(key);
    if (isNew) tried.add(key);
    else state.giveBack(operation);
    return isNew;
  }

  /** The latest choice, undone with all that was taken since. */
  function undo(): Entry | undefined {
    for (let last = taken.pop(); last !== undefined; last = taken.pop()) {
      state.giveBack(last.operation);
      putBack(last);
      if (state.pays(last.operation)) return last;
    }
    return undefined;
  }

  let entry = head.after;
  for (let steps = 0; entry !== undefined; steps += 1) {
    if (steps > mostSteps) return 'undecided';
    if (!entry.isCall) {
      // The operation of this return must be taken by now.
      const last = undo();
      if (last === undefined) return 'unexplained';
      entry = last.after;
    } else if (take(entry)) {
      taken.push(entry);
      lift(entry);
      entry = head.after;
    } else entry = entry.after;
  }
  return 'explained';
}

/** In the order of time; a call at the time of a return overlaps it. An unknown operation has no return. */
function entriesOf(part: readonly Operation[]): Entry {
  const idle = withoutEffect(part);
  const entries = part.flatMap((one, operation) => {
    if (idle.has(one)) return [];
    const { call, end } = one;
    const back = { operation, isCall: false, match: undefined, before: undefined, after: undefined };
    if (end === Number.POSITIVE_INFINITY) return [{ at: call, entry: { ...back, isCall: true } }];
    const start: Entry = { ...back, isCall: true, match: back };
    return [
      { at: call, entry: start },
      { at: end, entry: back as Entry },
    ];
  });
  entries.sort((one, other) => one.at - other.at || Number(other.entry.isCall) - Number(one.entry.isCall));
  const head: Entry = { operation: -1, isCall: false, match: undefined, before: undefined, after: undefined };
  let last = head;
  for (const { entry } of entries) {
    last.after = entry;
    entry.before = last;
    last = entry;
  }
  return head;
}

/**
 * Lost requests that changed nothing in any order: one whose id a request with an answer used, or found
 * unused when the money had ended, which does not return; and of several with one id all but the first, which
 * may stand for each of them.
 */
function withoutEffect(part: readonly Operation[]): ReadonlySet<Operation> {
  const idle = new Set<Operation>();
  for (const [, same] of Map.groupBy(part, ({ id }) => id)) {
    const isDecided = same.some(({ answer }) => answer === 'accepted' || answer === 'out-of-balance');
    const lost = same.filter(({ answer }) => answer === 'unknown').toSorted((a, b) => a.call - b.call);
    for (const one of isDecided ? lost : lost.slice(1)) idle.add(one);
  }
  return idle;
}

function lift(entry: Entry): void {
  for (const one of [entry, entry.match]) {
    if (one === undefined) continue;
    if (one.before !== undefined) one.before.after = one.after;
    if (one.after !== undefined) one.after.before = one.before;
  }
}

function putBack(entry: Entry): void {
  for (const one of [entry.match, entry]) {
    if (one === undefined) continue;
    if (one.before !== undefined) one.before.after = one;
    if (one.after !== undefined) one.after.before = one;
  }
}

/** What the operations taken so far leave behind: used ids, and what is left to pay with. */
function createState(part: readonly Operation[], balance: number, { refusalsLeaveIds }: HistoryModel) {
  const ids = new Map<string, number>();
  const idOf = part.map(({ id }) => {
    const index = ids.get(id) ?? ids.size;
    ids.set(id, index);
    return index;
  });
  const used = new Uint8Array(ids.size);
  const set = new Uint32Array(Math.ceil(part.length / 32));
  const isOpen = part.map((one) => !refusalsLeaveIds && mayBeTaken(part, one));
  let left = balance;
  const turn = (at: number) => {
    set[at >> 5] = (set[at >> 5] ?? 0) ^ (1 << (at & 31));
  };
  const pays = (at: number) => ['accepted', 'unknown'].includes(part[at]?.answer ?? '');
  const isPossible = (at: number): boolean => {
    const isUsed = used[idOf[at] ?? 0] === 1;
    switch (part[at]?.answer) {
      case 'accepted':
      case 'unknown':
        return !isUsed && left > 0;
      case 'not-unique':
        return isUsed || isOpen[at] === true;
      case 'out-of-balance':
        return !isUsed && left <= 0;
      case 'listed':
        return isUsed;
      default:
        return !isUsed;
    }
  };
  const book = (at: number, isUsed: 0 | 1) => {
    turn(at);
    if (!pays(at)) return;
    used[idOf[at] ?? 0] = isUsed;
    left += isUsed === 1 ? -1 : 1;
  };
  return {
    /** Whether the answer is right now; then the operation counts. */
    take(at: number): boolean {
      if (!isPossible(at)) return false;
      book(at, 1);
      return true;
    },
    /** Undoes `take`. */
    giveBack(at: number): void {
      book(at, 0);
    },
    key: () => set.join(),
    pays,
  };
}

/** Whether an earlier request without acceptance may have used up the id. */
function mayBeTaken(part: readonly Operation[], { id, end }: Operation): boolean {
  const without = ['refused', 'out-of-balance', 'unknown'];
  return part.some((one) => one.id === id && one.call < end && without.includes(one.answer));
}

/**
 * The smallest set of operations without an explanation. An accepted operation that is left out still may
 * have happened, at any time after its call, so what remains contradicts itself.
 */
export function shrink(part: readonly Operation[], model: HistoryModel): readonly Operation[] {
  const keptOf = (kept: readonly Operation[]) =>
    part.flatMap((one) => {
      if (kept.includes(one)) return [one];
      const isWeakened = one.answer === 'accepted' || one.answer === 'unknown';
      return isWeakened ? [{ ...one, answer: 'unknown' as const, end: Number.POSITIVE_INFINITY }] : [];
    });
  let kept = part.filter(({ answer }) => answer !== 'unknown');
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.length; ) {
      const fewer = kept.toSpliced(at, size);
      if (explainOrder(keptOf(fewer), model) === 'unexplained') kept = fewer;
      else at += size;
    }
  return kept;
}
