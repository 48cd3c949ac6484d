import type { KnownUndeliveredReason } from '@cascade/types';

/**
 * What becomes of a submit_sm that the SMSC refuses. `slow down`: it asks for fewer submits. `fewer
 * at once`: its window is smaller than ours. `retry`: the
 * hour or our account is at fault, and the message is submitted again. `pause`: surely our account or a
 * setting, so no message would be taken. A reason: the message is at fault, and ends.
 */
type SubmitAction = 'slow down' | 'fewer at once' | 'retry' | 'pause' | KnownUndeliveredReason;

interface StatusRow {
  readonly name: string;
  readonly action: SubmitAction;
  /** The setting of the gateway that may be wrong. */
  readonly setting?: string | undefined;
}

type Row = readonly [status: number, name: string, action: SubmitAction, setting?: string];

/**
 * The statuses of SMPP 3.4, §5.1.3, and the general ones of 5.0 from 0x100 on. A field that is alike in all
 * submits is not the message's fault. A refused long text or optional parameter keeps its message, until the
 * operator has changed the setting or the TTL of the stage ends.
 */
const rows: readonly Row[] = [
  [0x01, 'RINVMSGLEN', 'too-long-message', 'longTexts'],
  [0x02, 'RINVCMDLEN', 'too-long-message', 'largestPdu'],
  [0x03, 'RINVCMDID', 'pause'],
  [0x04, 'RINVBNDSTS', 'retry'],
  [0x05, 'RALYBND', 'retry'],
  [0x06, 'RINVPRTFLG', 'pause'],
  [0x07, 'RINVREGDLVFLG', 'pause', 'registeredDelivery'],
  [0x08, 'RSYSERR', 'retry'],
  [0x0a, 'RINVSRCADR', 'error-subject-unknown'],
  [0x0b, 'RINVDSTADR', 'error-address-format'],
  [0x0c, 'RINVMSGID', 'retry'],
  [0x0d, 'RBINDFAIL', 'pause', 'systemId'],
  [0x0e, 'RINVPASWD', 'pause', 'password'],
  [0x0f, 'RINVSYSID', 'pause', 'systemId'],
  [0x11, 'RCANCELFAIL', 'retry'],
  [0x13, 'RREPLACEFAIL', 'retry'],
  [0x14, 'RMSGQFUL', 'slow down'],
  [0x15, 'RINVSERTYP', 'pause', 'serviceType'],
  [0x33, 'RINVNUMDESTS', 'error-address-format'],
  [0x34, 'RINVDLNAME', 'error-address-format'],
  [0x40, 'RINVDESTFLAG', 'error-address-format'],
  [0x42, 'RINVSUBREP', 'retry'],
  [0x43, 'RINVESMCLASS', 'retry', 'longTexts'],
  [0x44, 'RCNTSUBDL', 'error-address-format'],
  [0x45, 'RSUBMITFAIL', 'fewer at once', 'window'],
  [0x48, 'RINVSRCTON', 'error-subject-unknown', 'source'],
  [0x49, 'RINVSRCNPI', 'error-subject-unknown', 'source'],
  [0x50, 'RINVDSTTON', 'error-address-format', 'destination'],
  [0x51, 'RINVDSTNPI', 'error-address-format', 'destination'],
  [0x53, 'RINVSYSTYP', 'pause', 'systemType'],
  [0x54, 'RINVREPFLAG', 'retry'],
  [0x55, 'RINVNUMMSGS', 'retry'],
  [0x58, 'RTHROTTLED', 'slow down', 'messagesPerSecond'],
  [0x61, 'RINVSCHED', 'retry'],
  [0x62, 'RINVEXPIRY', 'retry', 'validity'],
  [0x63, 'RINVDFTMSGID', 'retry'],
  [0x64, 'RX_T_APPN', 'retry'],
  [0x65, 'RX_P_APPN', 'message-undeliverable'],
  [0x66, 'RX_R_APPN', 'retry'],
  [0x67, 'RQUERYFAIL', 'retry'],
  [0xc0, 'RINVOPTPARSTREAM', 'retry', 'longTexts'],
  [0xc1, 'ROPTPARNOTALLWD', 'retry', 'longTexts'],
  [0xc2, 'RINVPARLEN', 'retry', 'parameters'],
  [0xc3, 'RMISSINGOPTPARAM', 'retry', 'parameters'],
  [0xc4, 'RINVOPTPARAMVAL', 'retry', 'parameters'],
  [0xfe, 'RDELIVERYFAILURE', 'message-undeliverable'],
  [0xff, 'RUNKNOWNERR', 'retry'],
  [0x100, 'RSERTYPUNAUTH', 'pause', 'serviceType'],
  [0x101, 'RPROHIBITED', 'pause'],
  [0x102, 'RSERTYPUNAVAIL', 'retry', 'serviceType'],
  [0x103, 'RSERTYPDENIED', 'pause', 'serviceType'],
  [0x104, 'RINVDCS', 'retry', 'alphabet'],
];

const byStatus: ReadonlyMap<number, StatusRow> = new Map(
  rows.map(([status, name, action, setting]) => [status, { name: `ESME_${name}`, action, setting }]),
);

/** The row of a status. One without a row may be about our account, as those of vendors are. */
export function submitStatus(status: number): StatusRow {
  const name = `status 0x${status.toString(16).padStart(8, '0')}`;
  return byStatus.get(status) ?? { name, action: 'retry', setting: 'statuses' };
}
