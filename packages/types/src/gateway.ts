/** Types of the protocol of HTTP gateways (ADR-0040, ADR-0050, ADR-0053), generated from spec/gateway. */
export type {
  Attempt,
  AttemptAnswer,
  AttemptRefused,
  AttemptTaken,
  Receipt,
  SubscriberText,
  TextPart,
  Withdrawal,
  WithdrawalAnswer,
} from './generated/gateway.ts';
