import { readFile } from 'node:fs/promises';
import { defined } from '../../defined.ts';
import { describeError } from '../../log.ts';
import { SmppError } from './smpp-error.ts';
import type { SmppAddress } from './smpp-settings.ts';

/** The options for `net.connect` or `tls.connect`. */
export interface SocketOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: boolean;
  readonly ca?: string;
  readonly servername?: string;
}

/**
 * Reads the `ca` file anew for each connection, so that certificates can be replaced without a restart.
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
  const certificates = ca === undefined ? undefined : await readCertificates(ca);
  return defined({ host, port, tls, ca: certificates, servername });
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new SmppError(`the trusted certificates cannot be read: ${describeError(error).message}`);
  }
}
