import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The default data folder. For root it is under `/var/lib`, which the user of the server process can read;
 * for other users, where their system keeps state (on Linux, the state folder of XDG Base Directory).
 */
export function defaultDataFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: string = process.platform,
  uid: number | undefined = process.getuid?.(),
): string {
  if (uid === 0) return '/var/lib/cascade';
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'cascade');
  return join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'cascade');
}
