/** A PDU of SMPP 3.4: its command, its status, and its fields by the names of the specification. */
export interface Pdu {
  readonly command: string;
  readonly command_status: number;
  readonly [field: string]: unknown;
}

/** Fields of a PDU by the names of the specification. */
export type Fields = Readonly<Record<string, unknown>>;
