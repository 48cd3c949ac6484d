import { pathOf } from '../request.ts';

/** Whether a request is for the control interface, and not for the API. */
export function isControlled(target: string): boolean {
  return pathOf(target).startsWith('/control/');
}
