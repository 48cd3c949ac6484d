import { setTimeout } from 'node:timers/promises';
import { type Audit, audit, type ServerBehindProxy } from '@cascade/service/bench';
import type { Resident } from './world.ts';

/** What the store says at the end, compared with callers and receivers. */
export interface Verdict {
  readonly audit: Audit;
  /** Acknowledged, and not in the store. */
  readonly missing: number;
  /** Acknowledged, and in progress. */
  readonly notEnded: number;
  readonly events: {
    readonly all: number;
    /** By state: delivered, pending, given-up (counted as undelivered), or without a registered address. */
    readonly byState: Readonly<Record<string, number>>;
    /** Delivered by the store, and never taken by a receiver. */
    readonly deliveredToNobody: number;
    /** Taken by a receiver, and not in the store. */
    readonly unknown: number;
    readonly repeatedCallbacks: number;
  };
}

/** Waits until nothing is left to do, or the patience ends. Resolves to the seconds that it took. */
export async function drain(
  server: ServerBehindProxy,
  { patienceMs, say }: { readonly patienceMs: number; readonly say: (line: string) => void },
): Promise<number> {
  const begin = performance.now();
  const session = await server.session();
  try {
    for (;;) {
      const { notEnded, notReported } = await audit(session);
      if (notEnded + notReported === 0 || performance.now() - begin > patienceMs) break;
      say(`draining: ${notEnded} messages and ${notReported} callbacks to go`);
      await setTimeout(5_000);
    }
    return Math.round((performance.now() - begin) / 1_000);
  } finally {
    await session.end();
  }
}

/** Judges when no replica runs any more: late receipts would change what is compared. */
export async function judge(
  server: ServerBehindProxy,
  acknowledged: ReadonlySet<string>,
  residents: readonly Resident[],
): Promise<Verdict> {
  const session = await server.session();
  try {
    const { rows } = await session.query<{ state: string | null; count: number }>(statesOfPromised, [
      [...acknowledged],
    ]);
    const promised = new Map(rows.map(({ state, count }) => [state, count]));
    const events = await session.query<{ id: string; state: string }>(
      'select id, state from cascade.status_events',
    );
    const missing = promised.get(null) ?? 0;
    return {
      audit: await audit(session),
      missing,
      notEnded: acknowledged.size - (promised.get('ended') ?? 0) - missing,
      events: judgeEvents(events.rows, residents),
    };
  } finally {
    await session.end();
  }
}

function judgeEvents(
  rows: readonly { readonly id: string; readonly state: string }[],
  residents: readonly Resident[],
): Verdict['events'] {
  const taken = new Map(residents.flatMap(({ receiver }) => [...receiver.taken]));
  const known = new Set(rows.map(({ id }) => id));
  const states = Map.groupBy(rows, ({ state }) => state);
  return {
    all: rows.length,
    byState: Object.fromEntries([...states].map(([state, all]) => [state, all.length])),
    deliveredToNobody: (states.get('delivered') ?? []).filter(({ id }) => !taken.has(id)).length,
    unknown: [...taken.keys()].filter((id) => !known.has(id)).length,
    repeatedCallbacks: [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
  };
}

const statesOfPromised = `
select message.state, count(*)::int as count
from unnest($1::uuid[]) as promised (id)
left join cascade.messages message on message.request_id = promised.id
group by message.state`;
