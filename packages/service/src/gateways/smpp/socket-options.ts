import { readFile } from 'node:fs/promises';
import { describeError } from '../../log.ts';
import type { SmppAddress } from './smpp-connection.ts';
import { SmppError } from './smpp-error.ts';

/** What `net.connect` or `tls.connect` is told. */
export interface SocketOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: boolean;
  readonly ca?: string;
  readonly servername?: string;
}

/**
 * The file is read anew for each connection, so that a certificate can be replaced without a restart.
 * @throws {SmppError} if it cannot be read.
 */
export async function socketOptions({
  host,
  port,
  tls = false,
  ca,
  servername,
}: SmppAddress): Promise<SocketOptions> {
  if (!tls) return { host, port };
  return {
    ...{ host, port, tls },
    ...(ca === undefined ? {} : { ca: await readCertificates(ca) }),
    ...(servername === undefined ? {} : { servername }),
  };
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new SmppError(`the trusted certificates cannot be read: ${describeError(error).message}`);
  }
}
