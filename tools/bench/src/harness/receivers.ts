import { setTimeout } from 'node:timers/promises';
import { type FaultyReceiver, startFaultyReceiver } from '@cascade/repository/test-kit';
import { allStatuses, benchAccount, type LoadAccount } from './accounts.ts';
import type { Got } from './audit.ts';
import type { Bed } from './bed.ts';
import type { IntervalReport } from './children/report-receiver.ts';
import { type Forked, forkModule } from './fork.ts';
import { readFigures } from './metrics.ts';
import { until } from './waits.ts';

/** Counts the callbacks of a run. It is never killed. */
export async function startCountingReceiver(bed: Bed): Promise<Got & { readonly url: string }> {
  const delivered = new Set<string>();
  const onTaken = (body: string) => {
    const { requestId, status } = JSON.parse(body);
    if (status === 'DELIVERED') delivered.add(requestId);
  };
  const { url, taken } = bed.closing(await startFaultyReceiver({ slowMilliseconds: 0, onTaken }));
  return { url, times: taken, delivered };
}

/** A callback that was taken, in milliseconds of the wall clock. */
export interface Taken {
  readonly at: number;
  /** When its status changed. */
  readonly statusAt: number;
  /** With DELIVERED: when its message was sent; otherwise NaN. */
  readonly sentAt: number;
}

/** An account with one receiver, which can be broken; the name is also its API key. */
export interface Subject {
  readonly name: string;
  readonly receiver: FaultyReceiver;
  readonly taken: Taken[];
}

/** Accounts with one receiver each, and a cascade of one stage. */
export function accountsOf(
  subjects: readonly { readonly name: string; readonly receiver: { readonly url: string } }[],
): readonly LoadAccount[] {
  return subjects.map(({ name, receiver: { url } }) => ({ name, url, cascades: { 1: ['SMS'] } }));
}

/**
 * @param options Where it redirects to, and where it notes what it has taken: a list of its own if absent.
 */
export async function startSubject(
  bed: Bed,
  name: string,
  { elsewhere = '', taken = [] as Taken[] } = {},
): Promise<Subject> {
  const receiver = await startFaultyReceiver({
    slowMilliseconds: 60_000, // the service waits for 15 s
    elsewhere,
    onTaken(body) {
      const { status, statusAt, comment } = JSON.parse(body);
      const sentAt = status === 'DELIVERED' ? Number(comment) : Number.NaN;
      taken.push({ at: Date.now(), statusAt: Date.parse(statusAt), sentAt });
    },
  });
  return { name, receiver: bed.closing(receiver), taken };
}

/**
 * The lags of callbacks in milliseconds, from the status change or from `sentAt`, of those whose `by` lies
 * between two instants.
 */
export function lagsOf(
  taken: readonly Taken[],
  by: keyof Taken = 'at',
  from = 0,
  to = Number.POSITIVE_INFINITY,
): readonly number[] {
  const begin = by === 'sentAt' ? by : 'statusAt';
  return taken.filter((one) => one[by] >= from && one[by] < to).map((one) => one.at - one[begin]);
}

const reporter = new URL('children/report-receiver.ts', import.meta.url);

/**
 * A receiver in a process of its own, which sends `IntervalReport` at each interval, or answers questions if
 * it is 0.
 */
export async function startReporter(bed: Bed, intervalMs = 1_000): Promise<Forked<string>> {
  return bed.closing(await forkModule<string>(reporter, [String(intervalMs)]));
}

/** Resolves when no callback has come to any of these for some seconds. */
export async function untilQuiet(receivers: readonly Forked<string>[], seconds: number): Promise<void> {
  let since = performance.now();
  const hear = ({ callbacks }: IntervalReport) => {
    if (callbacks > 0) since = performance.now();
  };
  for (const { process } of receivers) process.on('message', hear);
  // Half a second more, since a report is of the time before it.
  while (performance.now() - since < (seconds + 0.5) * 1_000) await setTimeout(250);
  for (const { process } of receivers) process.off('message', hear);
}

/** A second of an account, with what the service says of itself: NaN if it did not answer in time. */
export interface Second extends IntervalReport {
  readonly accepted: number;
  /** Accepted and not ended. */
  readonly underWay: number;
  readonly lag: number;
  readonly rssMiB: number;
}

const unknown = { accepted: Number.NaN, underWay: Number.NaN, lag: Number.NaN, rssMiB: Number.NaN };

/** Notes each second of a receiver and of the service behind it. */
export function watchSeconds(receiver: Forked<string>, operationsUrl: string) {
  const history: Second[] = [];
  let acceptedBefore = 0;
  receiver.process.on('message', async (got: IntervalReport) => {
    const second = { ...got, ...unknown };
    // Before the service has answered: a busy one takes longer than a second.
    history.push(second);
    const figures = await readFigures(operationsUrl).catch(() => undefined);
    if (figures === undefined) return;
    const { accepted, ended, lagSeconds: lag, rssMiB } = figures;
    Object.assign(second, { accepted: accepted - acceptedBefore, underWay: accepted - ended, lag, rssMiB });
    acceptedBefore = accepted;
  });
  return history as readonly Second[];
}

export type HostedService = Awaited<ReturnType<typeof startRunningService>>;

/**
 * The service as an operator starts it, with its own PostgreSQL, and a receiver of its callbacks, which sends
 * what it received every tenth of a second. The key of its account is `apiKey`. @param statuses With a
 * callback.
 */
export async function startRunningService(bed: Bed, statuses: readonly string[] = allStatuses) {
  const receiver = await startReporter(bed, 100);
  const service = await bed.service({ accounts: [benchAccount(receiver.message, statuses)] });
  let callbacks = 0;
  let lastAt = performance.now();
  receiver.process.on('message', (got: IntervalReport) => {
    callbacks += got.callbacks;
    if (got.callbacks > 0) lastAt = performance.now();
  });
  return {
    service,
    receiver,
    /**
     * Resolves once as many messages have ended since the start, and are reported or no callback has come for
     * three seconds: a callback that failed is repeated minutes later. @throws {Error} after two minutes.
     */
    async drained(messages: number) {
      const isDrained = async () => {
        const { ended } = await readFigures(service.operationsUrl);
        const missing = messages * statuses.length - callbacks;
        return ended >= messages && (missing <= 0 || performance.now() - lastAt > 3_000);
      };
      const what = () => `all of ${messages} messages had ended:\n${service.output}`;
      await until(what, isDrained, { seconds: 120, pauseMs: 200 });
    },
  };
}
