import { judgeSubject, type SubjectTask } from './judge-subject.ts';
import { judgeSource, type SourceTask } from './source-mutation/judge-source.ts';

/** What a process of its own judges: a provider behind a change, or one whose sources are changed. */
export type JudgeTask = SubjectTask | SourceTask;

process.on('message', async (task: JudgeTask) => {
  process.send?.(await ('source' in task ? judgeSource(task) : judgeSubject(task)));
});
// The parent has no more work, or has ended. Exiting ends what was started as well.
process.on('disconnect', () => process.exit(0));
// Ctrl-C is for the parent.
process.on('SIGINT', () => {});
