import type { StageRule } from './stage-facts.ts';

/** `message-undeliverable` for a channel whose gateway the operator has declared as none. */
export const channelGateway: StageRule = ({ hasGateway }) => (hasGateway ? null : 'message-undeliverable');
