/** For the benchmarks of this repository, which are not published. */
export {
  type HistoryAnswer,
  type HistoryVerdict,
  judgeHistory,
  type Operation,
} from './history/judge-history.ts';
export { toTimeline } from './history/timeline.ts';
