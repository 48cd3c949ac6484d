import { statusName } from './command-status.ts';
import { type ConnectOptions, connectSmpp, type SmppConnection } from './smpp-connection.ts';
import { SmppError } from './smpp-error.ts';
import type { SmppSettings } from './smpp-settings.ts';

/** SMPP 3.4. */
const interfaceVersion = 0x34;

/** Connects and binds as a transceiver. @throws {SmppError} if the SMSC does not let us in, or not in time. */
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

/** Takes leave of the SMSC, which may keep silent. */
export async function unbind(connection: SmppConnection, seconds: number): Promise<void> {
  await connection.request('unbind', {}, seconds).catch(() => {});
  connection.destroy();
  await connection.closed;
}

/** Asks now and then whether the SMSC is still there, and cuts the connection if it is not; gives what ends that. */
export function enquire(connection: SmppConnection, everySeconds: number, seconds: number): () => void {
  const timer = setInterval(() => {
    connection.request('enquire_link', {}, seconds).catch(() => connection.destroy());
  }, everySeconds * 1000);
  return () => clearInterval(timer);
}
