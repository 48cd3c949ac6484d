import type { StageFacts } from './judge-stage.ts';
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

/** A stage that nothing speaks against, but for what the test says. */
export function factsOf(facts: Partial<StageFacts> = {}): StageFacts {
  return {
    channel: 'SMS',
    hasGateway: true,
    address: '+12025550199',
    addressType: 'PHONE',
    duplicate: false,
    content: { text: 'Hello', marketing: false },
    senderActivated: true,
    hasOptedOut: false,
    lengthLimit: undefined,
    templates: [],
    dialogueOpen: false,
    templateMessagesLeft: Number.POSITIVE_INFINITY,
    ...facts,
  };
}
