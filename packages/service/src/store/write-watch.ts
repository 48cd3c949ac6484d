import type { Pool } from 'pg';
import { describeError } from '../log.ts';
import { withTimeout } from '../with-timeout.ts';
import { isConnectionLost } from './connection/errors.ts';
import { inTransaction } from './transaction.ts';

/**
 * Whether the database takes writes, by the commits of requests; while there are none, by a write of its own.
 */
export type WriteWatch = ReturnType<typeof createWriteWatch>;

export interface WriteWatchOptions {
  /** Writes and commits; see {@link writeOnce}. */
  readonly write: () => Promise<unknown>;
  /** Milliseconds of the monotonic clock. */
  readonly now?: () => number;
}

interface Failure {
  readonly since: number;
  readonly last: number;
  /** A refusal counts at once, any other failure once it lasts. */
  readonly isRefusal: boolean;
  readonly reason: string;
}

/** Milliseconds that a failure counts. On a full disk, some commits still find room. */
const holdMs = 3_000;

/** Milliseconds that failures last, without a commit between, until they count. */
const lastingMs = 3_000;

/** Milliseconds that a commit proves that the database takes writes. */
const proofMs = 5_000;

/** Seconds for a write of its own. */
const patience = 2;

export function createWriteWatch({ write, now = performance.now.bind(performance) }: WriteWatchOptions) {
  let provenAt = Number.NEGATIVE_INFINITY;
  let failure: Failure | undefined;
  let writing: Promise<string | undefined> | undefined;

  function counts({ since, last, isRefusal }: Failure): boolean {
    return now() - last < holdMs && (isRefusal || last - since >= lastingMs);
  }

  function isProven(): boolean {
    return now() - provenAt < proofMs && provenAt > (failure?.last ?? Number.NEGATIVE_INFINITY);
  }

  async function tryToWrite(): Promise<string | undefined> {
    try {
      await withTimeout(patience, write());
    } catch (error) {
      const code = codeOf(error);
      if (code === '' || refusalOfWrite.test(code) || isConnectionLost(error)) return reasonOf(error);
    }
    provenAt = now();
    return undefined;
  }

  return {
    /** A request was committed. */
    committed(): void {
      provenAt = now();
      if (failure?.isRefusal === false) failure = undefined;
    },
    /** The commit of a request failed. */
    failed(error: unknown): void {
      const isRefusal = refusal.test(codeOf(error));
      if (!isRefusal && !isTrouble(error)) return;
      const last = now();
      const isNew = failure === undefined || last - failure.last > holdMs;
      const before = isNew ? undefined : failure;
      failure = {
        since: before?.since ?? last,
        last,
        isRefusal: isRefusal || before?.isRefusal === true,
        reason: reasonOf(error),
      };
    },
    /** Why the database takes no writes; undefined if it does. Never rejects. */
    async whyRefused(): Promise<string | undefined> {
      if (failure !== undefined && counts(failure)) return failure.reason;
      if (isProven()) return undefined;
      writing ??= tryToWrite().finally(() => {
        writing = undefined;
      });
      return writing;
    },
  };
}

/**
 * SQLSTATEs of no request's making: read-only, missing rights or tables, no resources such as disk space, an
 * error of the disk.
 */
const refusal = /^(?:25006|42|53|58)/;

/** Without rights, and limits that hold for this write alone. */
const refusalOfWrite = /^(?:25006|53(?!400)|57|58)/;

/** Failures of the database, and not of one account: neither locks, nor collisions, nor a full queue. */
function isTrouble(error: unknown): boolean {
  return codeOf(error) === '57014' || isConnectionLost(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function reasonOf(error: unknown): string {
  return `the database does not take writes: ${describeError(error).message}`;
}

/**
 * Commits a line to the log of the database, and takes a megabyte of its disk, which it gives back. Changes
 * no table: an idle replica does this every few seconds.
 */
export function writeOnce(pool: Pool): Promise<void> {
  return inTransaction(pool, async (client, write) => {
    write(client.query("select set_config('work_mem', '64kB', true)"));
    // More rows than that memory holds go to a temporary file.
    write(client.query('select count(*) from generate_series(1, 80000)'));
    write(client.query("select pg_logical_emit_message(true, 'cascade', 'ready?')"));
  });
}
