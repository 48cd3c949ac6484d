import type { Log } from '../../log.ts';
import type { Connections } from './connections.ts';

const pauseMs = 10_000;

/**
 * Leaves a primary that was left behind without failing, such as one whose machine was paused while a standby was
 * promoted: its open connections would go on taking writes that the new primary never gets.
 *
 * @param pause Milliseconds between two looks at the servers.
 * @returns what ends it.
 */
export function watchServers(connections: Connections, log: Log, pause = pauseMs): () => void {
  const { servers } = connections;
  if (servers === undefined) return () => {};
  const timer = setInterval(async () => {
    if (!(await servers.isLeftBehind())) return;
    log.warn({}, 'another server takes the writes; the connections to the old one are replaced');
    connections.becameUseless();
  }, pause).unref();
  return () => clearInterval(timer);
}
