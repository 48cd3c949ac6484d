import { type FaultTask, judgeFault } from './history/judge-fault.ts';
import { judgeSubject, type SubjectTask } from './judge-subject.ts';
import { judgeSource, type SourceTask } from './source-mutation/judge-source.ts';

/** A provider behind a change, one with changed sources, or one with a fault of concurrency. */
export type JudgeTask = SubjectTask | SourceTask | FaultTask;

function judge(task: JudgeTask): Promise<object> {
  if ('source' in task) return judgeSource(task);
  return 'fault' in task ? judgeFault(task) : judgeSubject(task);
}

process.on('message', async (task: JudgeTask) => {
  process.send?.(await judge(task));
});
// The parent has no more work, or has ended. Exiting ends what was started as well.
process.on('disconnect', () => process.exit(0));
// Ctrl-C is for the parent.
process.on('SIGINT', () => {});
