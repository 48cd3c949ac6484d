import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where a service that was told nothing keeps its data: root under `/var/lib`, where the server's own user gets in;
 * others where their system keeps such things (XDG Base Directory: state).
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
