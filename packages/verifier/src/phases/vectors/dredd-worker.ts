import { parentPort } from 'node:worker_threads';
import { type DreddTask, type DreddWord, runDredd } from './run-dredd.ts';

// Dredd's old dependencies make Node print warnings that a reader of the report cannot act on.
process.emitWarning = () => {};

// Loading takes longer than most runs, so it starts before the first task.
const loaded = import('dredd');

parentPort?.on('message', async (task: DreddTask) => {
  await loaded;
  const words: readonly DreddWord[] = await runDredd(task);
  parentPort?.postMessage(words);
});
