import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import { defined } from '../defined.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { createPool } from '../store/create-pool.ts';

/**
 * Run as a process of its own, to be killed: sends the callbacks of the database that its first argument names, and undelivered
 * ones again. The second is the shard, if it is on a cluster.
 */
const [, , connectionString = '', ofCluster] = process.argv;
const shard = ofCluster === undefined ? undefined : Number(ofCluster);
const jobs = await openJobs({ connectionString, ...defined({ shard }) });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const pool = createPool({ connectionString, shard });
startCallbacks({ pool, jobs, log, allowLoopback: true });
startResending({ pool, jobs, log });
