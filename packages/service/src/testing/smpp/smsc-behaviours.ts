/** What the SMSC does to a message. */
export interface SmscBehaviour {
  /** The response, then the receipt, if absent. */
  readonly answer?:
    | 'respond'
    | 'early'
    | 'drop'
    | 'hold'
    | 'hold-receipt'
    | 'lose-receipt'
    | 'data'
    | 'ignore';
  /** A command status instead. */
  readonly refusal?: number;
  /** State and error of the receipt, as in appendix B; none if absent. */
  readonly receipt?: string;
  /** The receipt has optional parameters instead of a text. */
  readonly optional?: boolean;
  /** The id is a number, hexadecimal in the response, decimal with leading zeros in the receipt. */
  readonly numericId?: boolean;
}

const delivered = 'stat:DELIVRD err:000';
const fine: SmscBehaviour = { receipt: delivered };

/** By the last two digits of the number: what happens each time; the last entry counts for all later times. */
const behaviours: Readonly<Record<string, readonly SmscBehaviour[]>> = {
  '01': [fine],
  '02': [{ receipt: 'stat:UNDELIV err:0B1' }],
  '03': [{ receipt: 'stat:EXPIRED err:017' }],
  '04': [{ receipt: 'stat:REJECTD err:999' }],
  '05': [{ refusal: 0x58 }, fine],
  '06': [{ answer: 'drop' }, fine],
  '07': [{ answer: 'early', receipt: delivered }],
  '08': [{ refusal: 0x0b }],
  '09': [{ refusal: 0x14 }, fine],
  '10': [{ answer: 'hold', receipt: delivered }],
  '11': [{ answer: 'hold-receipt', receipt: delivered }],
  '12': [{ receipt: delivered, optional: true }],
  '13': [{}],
  '14': [{}, { refusal: 0x58 }, fine],
  '15': [{ receipt: delivered, numericId: true }],
  '16': [{ answer: 'lose-receipt', receipt: delivered }],
  '17': [{ answer: 'ignore' }, fine],
  '18': [{ answer: 'hold', refusal: 0x0b }],
  '19': [{ answer: 'data' }],
  '20': [{ answer: 'hold-receipt', receipt: 'stat:ENROUTE err:000' }],
};

export function behaviourOf(number: string, time: number): SmscBehaviour {
  const times = behaviours[number.slice(-2)] ?? [];
  return times[time - 1] ?? times.at(-1) ?? fine;
}
