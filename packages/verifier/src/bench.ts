/** For the benchmarks and trials of this repository, which are not published. */

export { describe } from './description/described.ts';
export {
  type HistoryAnswer,
  type HistoryVerdict,
  judgeHistory,
  type Operation,
} from './history/judge-history.ts';
export { toTimeline } from './history/timeline.ts';
