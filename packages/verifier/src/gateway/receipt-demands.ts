import { Webhook } from 'standardwebhooks';
import { isObject, parseJson } from '../json.ts';
import type { CallbackReceiver, Received } from '../phases/callback/start-receiver.ts';
import type { Demand, Judged } from './demand.ts';
import type { GatewayUnderTest, Misfit, Reply, Withdraw } from './gateway-under-test.ts';

export interface ReceiptContext {
  readonly gateway: GatewayUnderTest;
  readonly receiver: CallbackReceiver;
  readonly replies: readonly Reply[];
  readonly refused: readonly string[];
  readonly expired: readonly string[];
  readonly withdrawn: readonly string[];
  /** Ids of attempts whose first receipt was not taken: it comes again. */
  readonly again: string[];
  /** Absent: withdrawals are not judged. */
  readonly withdraw?: Withdraw;
  readonly secret?: string;
  readonly misfit: Misfit;
  readonly waitInMilliseconds: number;
}

const noReceipt: Judged = { why: 'no receipt came' };
const minute = 60_000; // milliseconds
/** A receipt without an answer is posted again after ten seconds and the first pause, in milliseconds. */
const longestSilence = 20_000;
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
    judge: (context) => comesAgain(context, 'refused'),
  },
  {
    id: 'receipt-after-silence',
    says: 'a receipt that was not answered in 10 seconds comes again',
    judge: (context) => comesAgain(context, 'left'),
  },
  {
    id: 'receipt-id',
    says: 'a receipt has an id of its own without a dot, and keeps it when it comes again',
    judge: ownIds,
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
      const told = receiptsOf(receiver, refused);
      return told.length === 0 ? {} : { actual: `${told.length} receipts for attempts that were refused` };
    },
  },
  {
    id: 'receipt-of-expired',
    says: 'an attempt that came after the end of its stage gets no receipt of DELIVERED or READ',
    judge: async ({ receiver, expired }) =>
      delivered(receiver, expired, 'no attempt was refused as too late'),
  },
];

/** Judged at the end: a gateway that delivers all the same has had time to. */
export const receiptDemandsOfWithdrawn: readonly Demand<ReceiptContext>[] = [
  {
    id: 'receipt-of-withdrawn',
    says: 'an attempt that was answered with WITHDRAWN gets no receipt of DELIVERED or READ',
    judge: async ({ receiver, withdrawn }) => delivered(receiver, withdrawn, 'nothing was withdrawn'),
  },
  {
    id: 'withdrawal-of-delivered',
    says: 'an attempt with a receipt of DELIVERED or READ is called so when it is withdrawn',
    judge: withdrawDelivered,
  },
];

function receiptsOf({ received }: CallbackReceiver, attempts: readonly string[]): readonly Received[] {
  return received.filter((one) => attempts.includes(attemptOf(one) ?? ''));
}

const isDelivered = ({ body }: Received) => /^(?:DELIVERED|READ)$/.test(statusOf(body));

function delivered(receiver: CallbackReceiver, attempts: readonly string[], why: string): Judged {
  if (attempts.length === 0) return { why };
  const late = receiptsOf(receiver, attempts).filter(isDelivered);
  return late.length === 0 ? {} : { actual: `${late.length} receipts say that it was delivered` };
}

async function withdrawDelivered({ receiver, replies, withdraw }: ReceiptContext): Promise<Judged> {
  const reply = replies.findLast(({ attemptId }) => receiptsOf(receiver, [attemptId]).some(isDelivered));
  if (reply === undefined || withdraw === undefined) return { why: 'no receipt said DELIVERED or READ' };
  const reference = 'answer' in reply ? (reply.answer.reference ?? null) : null;
  const said = await withdraw({ attemptId: reply.attemptId, reference });
  if ('fault' in said) return { actual: said.fault };
  const { status } = said.answer;
  return status === 'DELIVERED' || status === 'READ' ? {} : { actual: `it is called ${status}` };
}

async function comes({ receiver, replies, waitInMilliseconds }: ReceiptContext): Promise<Judged> {
  const sent = replies.flatMap((reply) =>
    'answer' in reply && reply.answer.status === 'SENT' ? [reply.attemptId] : [],
  );
  if (sent.length === 0) return { why: 'no attempt was answered with SENT' };
  const told = () => receiver.received.some((received) => sent.includes(attemptOf(received) ?? ''));
  if (await receiver.until(told, waitInMilliseconds)) return {};
  return { actual: `none in ${waitInMilliseconds / 1_000} seconds` };
}

/** Posts an attempt whose first receipt is answered with 500, or not at all. */
async function comesAgain(context: ReceiptContext, how: 'refused' | 'left'): Promise<Judged> {
  const { gateway, receiver, waitInMilliseconds } = context;
  if (receiver.received.length === 0) return noReceipt;
  const attempt = gateway.newAttempt();
  const own = () => receiptsOf(receiver, [attempt.attemptId]);
  const isOwn = (received: Received) => attemptOf(received) === attempt.attemptId;
  context.again.push(attempt.attemptId);
  if (how === 'refused') receiver.refuseFirst(isOwn);
  else receiver.leaveFirst(isOwn);
  await gateway.post(attempt);
  if (!(await receiver.until(() => own().length > 0, waitInMilliseconds))) return noReceipt;
  const [first] = own();
  const again = () => own().some((received) => received !== first && received.body === first?.body);
  const longest = how === 'refused' ? waitInMilliseconds : Math.max(waitInMilliseconds, longestSilence);
  if (await receiver.until(again, longest)) return {};
  return { actual: `not in ${longest / 1_000} seconds` };
}

async function ownIds({ receiver, again }: ReceiptContext): Promise<Judged> {
  if (receiver.received.length === 0) return noReceipt;
  const bodies = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const received of receiver.received) {
    const { body, headers } = received;
    const id = headers['webhook-id'];
    if (id === undefined || id === '' || id.includes('.')) return { actual: `the id is ${id ?? 'missing'}` };
    const before = bodies.get(id) ?? body;
    const former = ids.get(body) ?? id;
    if (before !== body) return { actual: `two receipts have the id ${id}` };
    if (former !== id && again.includes(attemptOf(received) ?? ''))
      return { actual: `one receipt has the ids ${former} and ${id}` };
    bodies.set(id, body);
    ids.set(body, id);
  }
  return {};
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

function statusOf(body: string): string {
  const receipt = parseJson(body);
  return isObject(receipt) ? String(receipt.status) : '';
}

function attemptOf({ body }: Received): string | undefined {
  const receipt = parseJson(body);
  return isObject(receipt) && typeof receipt.attemptId === 'string' ? receipt.attemptId : undefined;
}
