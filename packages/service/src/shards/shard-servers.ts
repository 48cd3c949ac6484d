import type { ServerAddress, Servers } from '../store/connection/servers.ts';

/**
 * Leads the connections of a shard to the node that has it. When the shard has moved, they are replaced: until then the old
 * node passes their statements on, which only takes longer.
 *
 * @param locate Asks the cluster where the shard is.
 */
export function createShardServers(locate: () => Promise<ServerAddress>): Servers {
  let found: Promise<ServerAddress> | undefined;
  let lastKnown: ServerAddress | undefined;

  /** While the cluster cannot say, the shard is where it was. */
  async function ask(): Promise<ServerAddress> {
    try {
      lastKnown = await locate();
      return lastKnown;
    } catch (error) {
      if (lastKnown === undefined) throw error;
      return lastKnown;
    }
  }

  return {
    find() {
      if (found === undefined) {
        const asked = ask();
        found = asked;
        asked.catch(() => {
          if (found === asked) found = undefined;
        });
      }
      return found;
    },
    forget() {
      found = undefined;
    },
    async isLeftBehind() {
      try {
        const used = await found;
        const current = await locate();
        return used !== undefined && (used.host !== current.host || used.port !== current.port);
      } catch {
        return false;
      }
    },
  };
}
