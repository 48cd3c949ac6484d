/** Which problem does this request deserve? The rules of the description, compiled, in the order of §4.1. */
export { type BodyHeaders, bodyLimitInBytes, judgeMediaType, parseBody } from './body/judge-body.ts';
export { problemMediaType } from './body/media-type.ts';
export { findCoverageProblem, groupDigits } from './coverage.ts';
export { judgeCallbackRegistration, judgeCascadeList, judgeScheduling } from './judge.ts';
export { type CascadeShape, type DeservedProblem, type Facts, problem, problemBody } from './judgement.ts';
