/** Types of the protocol of HTTP gateways (ADR-0040, ADR-0050), generated from spec/gateway. */
export type {
  Attempt,
  AttemptAnswer,
  AttemptRefused,
  AttemptTaken,
  Receipt,
  SubscriberText,
  TextPart,
} from './generated/gateway.ts';
