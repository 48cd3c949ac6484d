/** The one place that knows the validator: which problem does a request deserve? */
export {
  type CascadeShape,
  type DeservedProblem,
  type Facts,
  judgeCallbackRegistration,
  judgeCascadeList,
  judgeScheduling,
  problem as deserved,
} from '@cascade/validator';
