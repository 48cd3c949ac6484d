import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import { tablesThroughCoordinator } from '../cluster/shard.ts';
import { createPool } from '../store/create-pool.ts';
import { joinReplicas } from '../store/replica.ts';

/**
 * Run as a process of its own, to be killed: sends the callbacks of the database that its first argument
 * names, and undelivered ones again. The second is the shard, if it is on a cluster.
 */
const [, , connectionString = '', ofCluster] = process.argv;
const tables = ofCluster === undefined ? undefined : tablesThroughCoordinator(Number(ofCluster));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const pool = createPool({ connectionString, tables });
void startCallbacks({ pool, replica: await joinReplicas({ pool, log }), log, allowLoopback: true });
startResending({ pool, log });
