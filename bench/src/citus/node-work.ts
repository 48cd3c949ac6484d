import type { Cluster } from '../crash/cluster.ts';
import { postmaster } from '../crash/database.ts';
import { treeSeconds } from '../processor-time.ts';

/** What a node has done since its start. */
export interface NodeWork {
  /** Seconds of processor time of the server and all its sessions. */
  readonly cpuSeconds: number;
  readonly commits: number;
  /** Statements that Citus planned for one shard, and for several. */
  readonly oneShard: number;
  readonly severalShards: number;
  /** Connections to other nodes that its sessions opened, or used again. */
  readonly toOtherNodes: number;
}

const commits = 'select xact_commit from pg_stat_database where datname = current_database()';

const sql = `
select json_build_object(
  'commits', database.xact_commit,
  'oneShard', counters.query_execution_single_shard,
  'severalShards', counters.query_execution_multi_shard,
  'toOtherNodes', counters.connection_establishment_succeeded + counters.connection_reused
)
from pg_stat_database database
join citus_stat_counters counters on counters.oid = database.datid
where database.datname = current_database()`;

export async function readWork(node: Cluster): Promise<NodeWork> {
  const cpuSeconds = treeSeconds(postmaster(node.folder) ?? 0);
  const isOfCluster = (await node.ask("select count(*) from pg_extension where extname = 'citus'")) === '1';
  if (isOfCluster) return { cpuSeconds, ...JSON.parse(await node.ask(sql)) };
  return {
    cpuSeconds,
    commits: Number(await node.ask(commits)),
    oneShard: 0,
    severalShards: 0,
    toOtherNodes: 0,
  };
}

/** What it did between two readings, and for each of the cascades of that time. */
export function workBetween(before: NodeWork, after: NodeWork): NodeWork {
  return {
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    commits: after.commits - before.commits,
    oneShard: after.oneShard - before.oneShard,
    severalShards: after.severalShards - before.severalShards,
    toOtherNodes: after.toOtherNodes - before.toOtherNodes,
  };
}
