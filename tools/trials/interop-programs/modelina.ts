/** The callbacks of `npm run trials -- interop`, with the interfaces that Modelina generated. */
import type { StatusEvent } from './api/StatusEvent';
import { takeSteps } from './steps';

void takeSteps(({ body }) => {
  const { requestId, status, error = null }: StatusEvent = JSON.parse(body);
  return { requestId, status, error };
});
