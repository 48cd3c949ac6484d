import { Webhook } from 'standardwebhooks';
import { isObject, parseJson } from '../json.ts';
import type { CallbackReceiver, Received } from '../phases/callback/start-receiver.ts';
import type { GatewayUnderTest, Misfit, Reply } from './gateway-under-test.ts';
import type { Demand, Judged } from './judge-attempts.ts';

export interface ReceiptContext {
  readonly gateway: GatewayUnderTest;
  readonly receiver: CallbackReceiver;
  readonly replies: readonly Reply[];
  readonly refused: readonly string[];
  readonly secret?: string;
  readonly misfit: Misfit;
  readonly waitInMilliseconds: number;
}

const noReceipt: Judged = { why: 'no receipt came' };
const minute = 60_000; // milliseconds
const oldest = 30 * 24 * 60 * minute;

/** In this order: the later ones judge all receipts that came until then. */
export const receiptDemands: readonly Demand<ReceiptContext>[] = [
  {
    id: 'receipt-comes',
    says: 'an attempt that was answered with SENT gets a receipt',
    judge: comes,
  },
  {
    id: 'receipt-again',
    says: 'a receipt that was answered with 500 comes again',
    judge: comesAgain,
  },
  {
    id: 'receipt-signed',
    says: 'a receipt is signed with the secret, over its id, its time and its bytes',
    judge: signed,
  },
  {
    id: 'receipt-described',
    says: 'a receipt has attemptId and status as described, and an at of the last 30 days, if any',
    judge: described,
  },
  {
    id: 'receipt-of-refused',
    says: 'an attempt that was refused with 401 or 403 is not sent: it gets no receipt',
    judge: async ({ receiver, refused }) => {
      if (refused.length === 0) return { why: 'no attempt was refused' };
      const told = receiver.received.map(attemptOf).filter((id) => id !== undefined && refused.includes(id));
      return told.length === 0 ? {} : { actual: `${told.length} receipts for attempts that were refused` };
    },
  },
];

async function comes({ receiver, replies, waitInMilliseconds }: ReceiptContext): Promise<Judged> {
  const sent = replies.flatMap((reply) =>
    'answer' in reply && reply.answer.status === 'SENT' ? [reply.attemptId] : [],
  );
  if (sent.length === 0) return { why: 'no attempt was answered with SENT' };
  const told = () => receiver.received.some((received) => sent.includes(attemptOf(received) ?? ''));
  if (await receiver.until(told, waitInMilliseconds)) return {};
  return { actual: `none in ${waitInMilliseconds / 1_000} seconds` };
}

async function comesAgain(context: ReceiptContext): Promise<Judged> {
  const { gateway, receiver, waitInMilliseconds } = context;
  if (receiver.received.length === 0) return noReceipt;
  const attempt = gateway.newAttempt();
  const own = () => receiver.received.filter((received) => attemptOf(received) === attempt.attemptId);
  receiver.refuseFirst((received) => attemptOf(received) === attempt.attemptId);
  await gateway.post(attempt);
  if (!(await receiver.until(() => own().length > 0, waitInMilliseconds))) return noReceipt;
  const [first] = own();
  const again = () => own().some((received) => received !== first && received.body === first?.body);
  if (await receiver.until(again, waitInMilliseconds)) return {};
  return { actual: `not in ${waitInMilliseconds / 1_000} seconds` };
}

async function signed({ receiver, secret }: ReceiptContext): Promise<Judged> {
  if (secret === undefined) return { why: 'no --secret was given' };
  if (receiver.received.length === 0) return noReceipt;
  const webhook = new Webhook(secret);
  for (const { body, headers } of receiver.received) {
    try {
      webhook.verify(body, headers);
    } catch (error) {
      return { actual: error instanceof Error ? error.message : String(error) };
    }
  }
  return {};
}

async function described({ receiver, misfit }: ReceiptContext): Promise<Judged> {
  if (receiver.received.length === 0) return noReceipt;
  const [fault] = receiver.received.flatMap(({ body }) => {
    const receipt = parseJson(body);
    return misfit('Receipt', receipt) ?? unreasonableTime(receipt) ?? [];
  });
  return fault === undefined ? {} : { actual: fault };
}

function unreasonableTime(receipt: unknown): string | undefined {
  if (!isObject(receipt) || typeof receipt.at !== 'string') return undefined;
  const age = Date.now() - Date.parse(receipt.at);
  return age > -5 * minute && age < oldest ? undefined : `receipt/at is ${receipt.at}`;
}

function attemptOf({ body }: Received): string | undefined {
  const receipt = parseJson(body);
  return isObject(receipt) && typeof receipt.attemptId === 'string' ? receipt.attemptId : undefined;
}
