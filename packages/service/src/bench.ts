/** What the benchmarks take apart; nobody else should. */

export { stageJobs } from './engine/stage-jobs.ts';
export { createServer } from './http/create-server.ts';
export { createScheduleMessage } from './http/operations/schedule-message.ts';
export { commitBatch } from './intake/commit-batch.ts';
export { createIntake } from './intake/create-intake.ts';
export { fingerprint } from './intake/fingerprint.ts';
export { insertJobs, openJobs } from './jobs/index.ts';
export { migrate } from './store/migrate.ts';
export { openStore } from './store/open-store.ts';
export { type Audit, audit } from './testing/audit.ts';
export { lookInto } from './testing/look-into.ts';
export { type ServiceProcess, startServiceProcess } from './testing/service-process.ts';
