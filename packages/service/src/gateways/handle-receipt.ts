import { timingSafeEqual } from 'node:crypto';
import { signatureHeaders } from '../callbacks/sign.ts';
import type { GatewayStatus } from '../engine/status-rank.ts';
import type { OnReceipt, Receipt } from './gateway.ts';

/** As much of an HTTP request as a receipt needs. */
export interface ReceiptRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came: the signature is over its bytes. */
  readonly body: string;
}

/** What to answer: 204 taken and durable, 400 no receipt, 401 not signed by the gateway. */
export interface ReceiptAnswer {
  readonly status: 204 | 400 | 401;
}

export interface ReceiptOptions {
  readonly onReceipt: OnReceipt;
  /** `whsec_…`; two while one replaces the other. */
  readonly secrets: readonly string[];
  readonly now?: () => Date;
}

/** How far the time of a signature may be from ours, in seconds: 5 minutes, as Standard Webhooks has it. */
const toleranceInSeconds = 5 * 60;

/**
 * Takes the receipts that an HTTP gateway posts: `{attemptId, status, reason?, at?}`, signed like the callbacks of the
 * service itself (ADR-0017). If it throws, answer 500: the gateway has to tell it again.
 */
export function createReceiptHandler({ onReceipt, secrets, now = () => new Date() }: ReceiptOptions) {
  return async function handleReceipt(request: ReceiptRequest): Promise<ReceiptAnswer> {
    if (!isSigned(request, secrets, now())) return { status: 401 };
    const receipt = parseReceipt(request.body);
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
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface Told {
  readonly attemptId?: unknown;
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly at?: unknown;
}

function parseReceipt(body: string): Receipt | undefined {
  const { attemptId, status, reason, at } = membersOf(body);
  if (typeof attemptId !== 'string' || !isStatus(status)) return undefined;
  const time = typeof at === 'string' ? new Date(at) : undefined;
  if (time !== undefined && Number.isNaN(time.getTime())) return undefined;
  return {
    attemptId,
    status,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(time === undefined ? {} : { at: time }),
  };
}

function membersOf(body: string): Told {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

const statuses: readonly unknown[] = [
  'SENT',
  'DELAYED',
  'UNDELIVERED',
  'DELIVERED',
  'READ',
] satisfies GatewayStatus[];

function isStatus(status: unknown): status is GatewayStatus {
  return statuses.includes(status);
}
