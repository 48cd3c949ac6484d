import { sum } from '@cascade/bench/harness/statistics';
import { judgeOrder } from '@cascade/service/bench';
import { judgeHistory, toTimeline } from '@cascade/verifier/bench';
import type { CollectedEvidence } from './evidence.ts';
import { plantedSecrets } from './hostile/volley.ts';
import type { Schedule } from './schedule.ts';

/** What the judge gets. */
export interface JudgedEvidence extends CollectedEvidence {
  /** Whether the gateway got no message again that no fault explains. */
  readonly isSentOnce: boolean;
  /** After the drain: a late receipt may bring another event meanwhile. */
  readonly left: { readonly notEnded: number; readonly notReported: number };
  /** How the replicas ended after SIGTERM. */
  readonly stops: readonly { readonly exitCode: number | null; readonly printed: string | undefined }[];
  /** How many faults there were, and those that could not be done. */
  readonly faultCount: number;
  readonly failures: readonly string[];
  /** The worst of what must be 0 at every time, as it was read after a fault. */
  readonly inBetween: Readonly<Record<string, number>>;
}

/** What must not be, with how often it is, and some examples. */
export interface ProofFinding {
  readonly judge: JudgeName;
  readonly says: string;
  readonly count: number;
  readonly examples?: readonly unknown[];
}

type JudgeName = keyof typeof judges;

/** A count that must be 0, or cases that must not be. */
type Found = Readonly<Record<string, number | readonly unknown[]>>;

/** Each returns what must be 0 or empty, by what it says. */
const judges = {
  run: ({ ledger, faultCount, failures }, { faults }) => ({
    'no message was accepted': ledger.acknowledged.size === 0 ? 1 : 0,
    'no fault came': faults.length > 0 && faultCount === 0 ? 1 : 0,
    'a fault failed': failures,
  }),
  ids: ({ ledger, stored, check, inBetween }) => ({
    'acknowledged, and not in the store': [...ledger.acknowledged.keys()].filter((id) => !stored.has(id)),
    'acknowledged once, and in the store several times': [...stored.values()]
      .filter(({ messages }) => messages > 1)
      .map(({ id }) => id),
    'request ids with more than one message': check.doubleMessages,
    'acknowledged, and not in the store after a fault': inBetween.missing ?? 0,
    'request ids with more than one message after a fault': inBetween.doubleMessages ?? 0,
  }),
  ended: ({ stored, left }) => ({
    'acknowledged, and not ended': [...stored.values()]
      .filter(({ hasEnded }) => !hasEnded)
      .map(({ id }) => id),
    'in progress after the drain': left.notEnded,
    'status events that are pending after the drain': left.notReported,
  }),
  money: ({ check, wronglySpent, audit, inBetween }) => ({
    'messages that have not spent the prices of the stages that were enqueued': wronglySpent,
    'messages whose price was booked twice': check.doubleDebits,
    'accounts whose money does not add up': check.wrongBooks,
    'ended messages that reserve money': check.notReleased,
    'accounts whose money does not add up, by cascade-service audit': audit.books,
    'ended messages that reserve money, by cascade-service audit': audit.unreleased,
    'wrong after a fault':
      (inBetween.doubleDebits ?? 0) + (inBetween.wrongBooks ?? 0) + (inBetween.notReleased ?? 0),
  }),
  forgotten: ({ audit }) => ({ 'messages under way that nothing will move on': audit.forgotten }),
  gateway: ({ isSentOnce, gateway, sends, stored }) => ({
    'sent again, and no fault explains it': isSentOnce ? [] : [gateway],
    'acknowledged, enqueued and ended, and never sent': [...stored.values()].filter(
      ({ id, hasEnded, isEnqueued }) => sends !== undefined && hasEnded && isEnqueued && !sends.has(id),
    ),
  }),
  receiver({ events, takenBefore, receivers }) {
    const taken = new Set(receivers.flatMap((one) => [...one.taken.keys()]));
    const known = new Set(events.map(({ id }) => id));
    return {
      'reported as delivered, and taken by no receiver': events
        .filter(({ id, state }) => state === 'delivered' && !taken.has(id))
        .map(({ id }) => id),
      'taken by a receiver, and not in the store': [...takenBefore].filter((id) => !known.has(id)),
    };
  },
  order({ receivers }) {
    const found = receivers.filter(({ isWell }) => isWell).map(({ arrivals }) => judgeOrder(arrivals));
    return {
      'a later event arrived before an earlier one': found.flatMap(({ reversed }) => reversed),
      'two events of a stage at the same time': found.flatMap(({ equal }) => equal),
      'a later event was sent before the answer to an earlier one': found.flatMap(
        ({ overlapping }) => overlapping,
      ),
    };
  },
  history({ ledger }) {
    const model = { affords: ledger.affords, isFresh: true, refusalsLeaveIds: true };
    const { finding, unexplained, undecided } = judgeHistory(ledger.history, model);
    return {
      'no order explains the answers': finding === undefined ? unexplained : [toTimeline(finding)],
      'undecided whether an order explains the answers': undecided,
    };
  },
  stops: ({ stops }) => ({
    'a replica did not end with 0 after SIGTERM': stops.filter(({ exitCode }) => exitCode !== 0),
  }),
  answers: ({ ledger, volleys }) => ({
    'answers with a status of 500 or more beside 503': ledger.broken,
    'wrong answers to hostile requests': volleys.flatMap(({ faults }) =>
      Object.entries(faults).map(([fault, times]) => `${fault}, ${times} times`),
    ),
  }),
  log({ output }, { service, load }) {
    if (service.logLevel !== 'trace') return {};
    const hidden = [...plantedSecrets, ...load.map(({ account }) => account)];
    return { 'texts, numbers or keys in the log': hidden.filter((secret) => output.includes(secret)) };
  },
} satisfies Readonly<Record<string, (evidence: JudgedEvidence, schedule: Schedule) => Found>>;

const judgeNames = Object.keys(judges) as readonly JudgeName[];

const mostExamples = 5;

/** All findings, apart from those that the schedule excuses with a reason, and each count by its judge. */
export function judgeRun(evidence: JudgedEvidence, schedule: Schedule) {
  const all = judgeNames.flatMap((name) =>
    Object.entries<number | readonly unknown[]>(judges[name](evidence, schedule)).map(
      ([says, found]): ProofFinding => {
        if (typeof found === 'number') return { judge: name, says, count: found };
        return { judge: name, says, count: found.length, examples: found.slice(0, mostExamples) };
      },
    ),
  );
  const wrong = all.filter(({ count }) => count > 0);
  const isExcused = (finding: ProofFinding) => schedule.excused[finding.judge] !== undefined;
  return {
    findings: wrong.filter((finding) => !isExcused(finding)),
    excused: wrong.filter(isExcused),
    /** What each judge has counted: all of it must be 0. */
    counts: Object.fromEntries(
      judgeNames.map((name) => [name, sum(wrong.map((one) => (one.judge === name ? one.count : 0)))]),
    ),
  };
}
