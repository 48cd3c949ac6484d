/** Older request shapes, read as the described ones before any rule sees them (ADR-0027). */
export type {
  LenientButton,
  LenientChatContent,
  LenientContent,
  LenientSchedulingRequest,
  LenientSmsContent,
} from './lenient-scheduling-request.ts';
export { pathOfLenientList, readListRequest } from './read-list-request.ts';
export { readSchedulingRequest, unreadMembers } from './read-scheduling-request.ts';
export type { Reading } from './reading.ts';
export { type LenientSwitch, type LenientSwitches, lenientSwitches, strict, switchesOf } from './reading.ts';
