export type { Job } from 'pg-boss';
export { insertJobs, type NewJob, sendJobs } from './insert-jobs.ts';
export { type Jobs, type JobsOptions, openJobs } from './open-jobs.ts';
export { type QueueName, queues } from './queues.ts';
export { type JobResult, type QueueOptions, type QueueRunner, runQueue } from './run-queue.ts';
