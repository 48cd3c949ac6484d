import type { Group } from '../src/known/fault.ts';
import { callersGroup } from './callers.ts';
import { proofsGroup } from './found-by-proofs.ts';
import { gatewaysGroup } from './gateways.ts';
import { schedulesGroup } from './random-schedules.ts';
import { stagesGroup } from './stages-with-ttl.ts';

/** Every fault that was found and repaired, with what shows it. */
export const knownGroups: readonly Group[] = [
  proofsGroup,
  schedulesGroup,
  stagesGroup,
  gatewaysGroup,
  callersGroup,
];
