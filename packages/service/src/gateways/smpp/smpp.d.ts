/** The parts of the library that we use; it has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface PDU {
    readonly command: string;
    readonly command_status: number;
    isResponse(): boolean;
    toBuffer(): Buffer;
    response(fields?: Readonly<Record<string, unknown>>): PDU;
    readonly [field: string]: unknown;
  }

  export interface Session extends EventEmitter {
    /** False if the socket is closed already. */
    send(pdu: PDU): boolean;
    close(): void;
    destroy(): void;
  }

  interface Definition {
    filter?: unknown;
  }

  /** An optional parameter: its tag, and how the library writes its value. */
  interface TlvDefinition extends Definition {
    readonly id: number;
    readonly type: unknown;
  }

  const smpp: {
    /** Of a command and its fields, or of the octets that were read. */
    readonly PDU: {
      new (command: string | Buffer, fields?: Readonly<Record<string, unknown>>): PDU;
      /** What the next PDU says of its length; false if its octets are not there yet. */
      commandLength(stream: Readable): number | false;
      /** The rest of a PDU of that length; false if it is not there yet. */
      fromStream(stream: Readable, length: number): PDU | false;
    };
    connect(options: {
      readonly host: string;
      readonly port: number;
      readonly noDelay?: boolean;
      readonly tls?: boolean;
      readonly ca?: string;
      readonly servername?: string;
      readonly cert?: string;
      readonly key?: string;
    }): Session;
    readonly errors: Readonly<Record<string, number>>;
    readonly commands: { readonly deliver_sm: { readonly params: { readonly short_message: Definition } } };
    /** The library calls GSM 03.38 ASCII. */
    readonly encodings: {
      readonly ASCII: { match(text: string): boolean; encode(text: string): Buffer };
    };
    /** By name: what a PDU is written by. */
    readonly tlvs: Record<string, TlvDefinition> & { readonly message_payload: TlvDefinition };
  };
  export default smpp;
}
