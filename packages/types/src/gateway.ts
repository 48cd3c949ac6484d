/** Types of the protocol of HTTP gateways (ADR-0040), generated from spec/gateway. */
export type { Attempt, AttemptAnswer, AttemptRefused, AttemptTaken, Receipt } from './generated/gateway.ts';
