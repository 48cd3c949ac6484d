import type { PlannedStage } from './state.ts';

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
