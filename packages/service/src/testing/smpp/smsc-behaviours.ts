/** What the SMSC does to a message. */
export interface SmscBehaviour {
  /** The response, then the receipt, if absent. */
  readonly answer?: 'respond' | 'early' | 'drop' | 'hold' | 'hold-receipt';
  /** A command status instead. */
  readonly refusal?: number;
  /** State and error of the receipt, as in appendix B; none if absent. */
  readonly receipt?: string;
  /** The receipt has optional parameters instead of a text. */
  readonly optional?: boolean;
}

const delivered = 'stat:DELIVRD err:000';
const fine: SmscBehaviour = { receipt: delivered };

/** By the last two digits of the number: what happens the first time, and from the second on. */
const behaviours: Readonly<Record<string, readonly [first: SmscBehaviour, later?: SmscBehaviour]>> = {
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
};

export function behaviourOf(number: string, time: number): SmscBehaviour {
  const [first = fine, later = first] = behaviours[number.slice(-2)] ?? [];
  return time === 1 ? first : later;
}
