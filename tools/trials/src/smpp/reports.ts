/** Before the first number of a message. */
const firstNumber = 0xabc00;

/** Keeps what the processes of an SMSC report: what an SMSC would keep on a disk. */
export function createReports() {
  const submits: PeerSubmit[] = [];
  const counts = new Map<string, number>();
  const owed = new Map<number, PeerSubmit>();
  let runs = 1;
  let session: PeerSession = {};
  let isBound = false;
  function bind(): void {
    if (isBound) session = {};
    isBound = true;
  }
  /** @returns false if a killed process has left a part of a line: it has not answered that submit. */
  function takeSubmit(fields: readonly string[]): boolean {
    const submit = submitOf(fields, session);
    if (submit === undefined) return false;
    submits.push(submit);
    if (submit.isOwed) owed.set(submit.number, submit);
    return true;
  }
  return {
    submits: submits as readonly PeerSubmit[],
    take(line: string): void {
      const [kind = '', ...fields] = line.split('\t');
      if (kind === 'submit' && !takeSubmit(fields)) return;
      if (kind === 'bind') bind();
      if (kind === 'receipt' && fields[1] === '0') owed.delete(Number(fields[2]));
      if (kind === 'error') process.stderr.write(`${line}\n`);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
    count: (kind: string) => counts.get(kind) ?? 0,
    lastNumber: () => Math.max(firstNumber, ...submits.map(({ number }) => number)),
    /** The messages whose receipts were asked for, and not taken yet. */
    owed: () => [...owed.values()],
    /** The process was killed, and the next one begins. */
    begin(): void {
      session.kill = runs;
      session = {};
      isBound = false;
      runs += 1;
    },
    runs: () => runs,
  };
}

/** From a bind to the end of the connection. */
interface PeerSession {
  /** Which kill of the SMSC ended it, from 1; absent if none did. */
  kill?: number;
}

/** An accepted submit; the text is decoded by the SMSC's library. */
export interface PeerSubmit {
  readonly to: string;
  readonly from: string;
  /** From 1 to `parts`. */
  readonly part: number;
  readonly parts: number;
  readonly text: string;
  /** The message id is made of it. */
  readonly number: number;
  /** A receipt must follow. */
  readonly isOwed: boolean;
  readonly session: PeerSession;
}

/** @returns undefined if the line has no end. */
function submitOf(fields: readonly string[], session: PeerSession): PeerSubmit | undefined {
  const [to = '', from = '', place = '', text = '', number, owed] = fields;
  if (owed !== '0' && owed !== '1') return undefined;
  const [part = 1, parts = 1] = place.split('/').map(Number);
  const decoded = Buffer.from(text, 'base64').toString();
  return { to, from, part, parts, text: decoded, number: Number(number), isOwed: owed === '1', session };
}
