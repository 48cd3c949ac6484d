import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { createPool } from '../store/create-pool.ts';

/** Run as a process of its own, to be killed: sends the callbacks of the database that its argument names, and undelivered ones again. */
const connectionString = process.argv[2] ?? '';
const jobs = await openJobs({ connectionString });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const pool = createPool({ connectionString });
startCallbacks({ pool, jobs, log, allowLoopback: true });
startResending({ pool, jobs, log });
