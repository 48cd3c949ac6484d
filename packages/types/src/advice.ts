/** Causes, fixes and advice for people. A separate module, so that bundles without them stay small. */
export { problemAdvice, reasonAdvice } from './generated/advice.ts';
