import { statusName } from './command-status.ts';
import { type ConnectOptions, connectSmpp, type SmppConnection } from './smpp-connection.ts';
import { SmppError } from './smpp-error.ts';
import type { SmppSettings } from './smpp-settings.ts';

/** SMPP 3.4. */
const interfaceVersion = 0x34;

/**
 * Connects and binds as a transceiver. @throws {SmppError} if the SMSC refuses, or does not answer in time.
 */
export async function bind(
  settings: SmppSettings,
  options: Omit<ConnectOptions, 'address'>,
): Promise<SmppConnection> {
  const { systemId, password, systemType = '' } = settings;
  const connection = await connectSmpp({ ...options, address: settings });
  const giveUp = () => connection.destroy();
  options.signal.addEventListener('abort', giveUp);
  try {
    const fields = {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: interfaceVersion,
    };
    const { command_status: status } = await connection.request('bind_transceiver', fields, options.seconds);
    if (status !== 0) throw new SmppError(`the SMSC refused to bind us: ${statusName(status)}`);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    options.signal.removeEventListener('abort', giveUp);
  }
}

/** Unbinds and closes the connection, even if the SMSC does not answer. */
export async function unbind(connection: SmppConnection, seconds: number): Promise<void> {
  await connection.request('unbind', {}, seconds).catch(() => {});
  connection.destroy();
  await connection.closed;
}

/**
 * Sends enquire_links, and closes the connection if one gets no response. Returns the function that stops it.
 */
export function enquire(connection: SmppConnection, everySeconds: number, seconds: number): () => void {
  const timer = setInterval(() => {
    connection.request('enquire_link', {}, seconds).catch(() => connection.destroy());
  }, everySeconds * 1000);
  return () => clearInterval(timer);
}
