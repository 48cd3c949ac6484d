import { chosenOnce, type ServerAddress, type Servers } from '../store/connection/servers.ts';

/**
 * Leads the connections of a shard to the node that has it. When the shard has moved, they are replaced:
 * until then the old node passes their statements on, which only takes longer.
 *
 * @param locate Asks the cluster where the shard is.
 */
export function createShardServers(locate: () => Promise<ServerAddress>): Servers {
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

  return chosenOnce(ask, async (used) => {
    const current = await locate();
    return used.host !== current.host || used.port !== current.port;
  });
}
