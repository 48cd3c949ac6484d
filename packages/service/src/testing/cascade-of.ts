import type { PlannedStage } from '../accounts/directory/account.ts';
import type { CascadeState } from '../engine/cascade-state.ts';

/** A stage of a plan, of which only what matters to the test is given. */
export function stageOf(stage: Partial<PlannedStage> = {}): PlannedStage {
  return {
    uuid: '2ede9313-0539-463a-9ec3-898506f4937a',
    channel: 'SMS',
    ttlSeconds: null,
    subjectId: null,
    subject: null,
    price: 1,
    ...stage,
  };
}

/** A message with that plan that has just been accepted. */
export function cascadeOf(plan: readonly PlannedStage[]): CascadeState {
  const reserved = plan.reduce((sum, { price }) => sum + price, 0);
  return { messageId: 1, phase: 'scheduled', endedAt: null, reserved, plan, attempts: [] };
}
