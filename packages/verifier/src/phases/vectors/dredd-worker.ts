import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type DreddTask, runDredd } from './run-dredd.ts';
import type { DreddMessage } from './start-dredd.ts';

// Dredd's old dependencies make Node print warnings that a reader of the report cannot act on.
process.emitWarning = () => {};
// Dredd is 300 modules: compiling them takes longer than a run.
enableCompileCache();

// Loading takes longer than most runs, so it starts before the first task.
const loaded = import('dredd');

const send = (message: DreddMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async (task: DreddTask) => {
  await loaded;
  await runDredd(task, send);
  send(undefined);
});
