import { timingSafeEqual } from 'node:crypto';
import type { Receipt as DescribedReceipt } from '@cascade/types/gateway';
import { signatureHeaders } from '../callbacks/post-callback.ts';
import { defined } from '../defined.ts';
import { membersOf } from '../json-object.ts';
import { type Log, silent } from '../log.ts';
import type { OnReceipt, Receipt } from './gateway.ts';
import { createReportedTexts, type ReportedTexts } from './reported-texts.ts';

/** The parts of an HTTP request that a receipt is read from. */
export interface ReceiptRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Unparsed: the signature covers its bytes. */
  readonly body: string;
}

/** 204: committed; 400: not a receipt; 401: not signed by the gateway. */
export interface ReceiptAnswer {
  readonly status: 204 | 400 | 401;
}

export interface ReceiptOptions {
  readonly onReceipt: OnReceipt;
  /** `whsec_…`; two during a rotation. */
  readonly secrets: readonly string[];
  readonly log?: Log;
  /** The machine's clock: the gateway, which signed with its own, knows nothing of the database. */
  readonly now?: () => Date;
}

/** The largest difference between the signature's time and ours: 5 minutes, as in Standard Webhooks. */
const toleranceInSeconds = 5 * 60;

/**
 * Handles the receipts that an HTTP gateway posts (spec/gateway): `{attemptId, status, reason?, at?}`, signed
 * like the service's callbacks (ADR-0017). If it rejects, answer 500, so that the gateway retries.
 */
export function createReceiptHandler(options: ReceiptOptions) {
  const { onReceipt, secrets, log = silent, now = () => new Date() } = options;
  const texts = createReportedTexts(log, {});
  return async function handleReceipt(request: ReceiptRequest): Promise<ReceiptAnswer> {
    if (!isSigned(request, secrets, now())) return { status: 401 };
    const receipt = parseReceipt(request.body, texts);
    if (receipt === undefined) return { status: 400 };
    await onReceipt(receipt);
    return { status: 204 };
  };
}

function isSigned({ headers, body }: ReceiptRequest, secrets: readonly string[], now: Date): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  const at = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - at.getTime()) > toleranceInSeconds * 1000) return false;
  const expected = signatureHeaders({ id, body, at }, secrets)['webhook-signature'] ?? '';
  const given = signatures.split(' ');
  return expected.split(' ').some((one) => given.some((other) => one !== '' && isEqual(one, other)));
}

function isEqual(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseReceipt(body: string, texts: ReportedTexts): Receipt | undefined {
  const { attemptId, status, reason: said, at } = membersOf(parseJson(body));
  if (typeof attemptId !== 'string' || !isStatus(status)) return undefined;
  const time = typeof at === 'string' ? new Date(at) : undefined;
  if (time !== undefined && Number.isNaN(time.getTime())) return undefined;
  const reason = status === 'UNDELIVERED' && typeof said === 'string' ? texts.reason(said) : undefined;
  return defined({ attemptId, status, reason, at: time });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type DescribedStatus = DescribedReceipt['status'];

const statuses: Readonly<Record<DescribedStatus, true>> = {
  SENT: true,
  DELAYED: true,
  UNDELIVERED: true,
  DELIVERED: true,
  READ: true,
};

function isStatus(status: unknown): status is DescribedStatus {
  return typeof status === 'string' && Object.hasOwn(statuses, status);
}
