/** The one place that knows the validator: which problem does a request deserve? */
export {
  bodyLimitInBytes,
  type CascadeShape,
  type DeservedProblem,
  type Facts,
  judgeCallbackRegistration,
  judgeCascadeList,
  judgeMediaType,
  judgeScheduling,
  parseBody,
  problem as deserved,
  problemMediaType,
} from '@cascade/validator';
