/** How far a message is, by its receipt. */
export type ReceiptState = 'enroute' | 'delivered' | 'undelivered';

interface StateRow {
  readonly state: ReceiptState;
  /** Of `message_state` (SMPP 3.4, §5.2.28), and of receipts that write the number as a word. */
  readonly numbers: readonly number[];
  /** How the words of `stat:` begin (appendix B, and the spellings of the field). */
  readonly words: readonly string[];
  /** What the log says of it, once. */
  readonly remark?: string;
}

/**
 * The states of receipts. 0 (scheduled) and 9 (skipped) are of SMPP 5.0. ACCEPTD is not final: the SMSC has
 * read the message on behalf of the subscriber, and a later receipt may follow.
 */
export const receiptStates: readonly StateRow[] = [
  {
    state: 'enroute',
    numbers: [0, 1, 6],
    words: ['ACCEPT', 'ACK', 'BUFF', 'ENROUTE', 'PENDING', 'QUEUE', 'SCHED', 'SUBM'],
  },
  { state: 'delivered', numbers: [2], words: ['DELIVERD', 'DELIVERED', 'DELIVRD'] },
  {
    state: 'undelivered',
    numbers: [3, 4, 5, 7, 8],
    words: ['DELETE', 'EXPIRE', 'FAIL', 'REJECT', 'UNDELIV', 'UNKNOWN'],
  },
  {
    state: 'undelivered',
    numbers: [9],
    words: ['SKIP'],
    remark: 'the SMSC skips messages on purpose: ask its operator why',
  },
];

/** Appendix B gives the word of a state seven letters: some SMSCs cut a longer word there. */
const wordLength = 7;

/** The row of a word or number that {@link normalState} has normalised; undefined if it is not listed. */
export function listedState(written: string): StateRow | undefined {
  const isNumber = /^[0-9]+$/.test(written);
  return receiptStates.find(({ numbers, words }) =>
    isNumber
      ? numbers.includes(Number(written))
      : words.some((word) => written.startsWith(word) || written === word.slice(0, wordLength)),
  );
}

/** In capitals, or as a number without leading zeros. */
export function normalState(written: string | number): string {
  const text = String(written);
  return /^[0-9]+$/.test(text) ? String(Number(text)) : text.toUpperCase();
}
