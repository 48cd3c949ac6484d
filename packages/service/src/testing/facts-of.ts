import type { StageFacts } from '../engine/judge-stage.ts';

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
    lengthLimit: undefined,
    templates: [],
    dialogueOpen: false,
    templateMessagesLeft: Number.POSITIVE_INFINITY,
    ...facts,
  };
}
