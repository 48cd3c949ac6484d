import { parentPort } from 'node:worker_threads';
import { type DreddTask, type DreddWord, runDredd } from './run-dredd.ts';

// Its old dependencies make Node warn of things that no reader of a report can mend.
process.emitWarning = () => {};

// Loading takes longer than most runs: begin before there is anything to do.
const loaded = import('dredd');

parentPort?.on('message', async (task: DreddTask) => {
  await loaded;
  const words: readonly DreddWord[] = await runDredd(task);
  parentPort?.postMessage(words);
});
