import { createHmac, randomUUID } from 'node:crypto';
import type { Receipt } from '@cascade/types/gateway';

export interface ReceiptsOptions {
  /** `/gateway/receipts` on the operations port of the service; without it no receipts are posted. */
  readonly url: string | undefined;
  /** `whsec_…`, one of the `receipts.secrets` of the service file. */
  readonly secret: string | undefined;
}

const longestPause = 60_000; // milliseconds
const giveUpAfter = 24 * 3_600_000; // milliseconds

/**
 * Posts receipts until the service has taken them. A gateway that really sends keeps them in a table until
 * then.
 */
export function createReceipts({ url, secret }: ReceiptsOptions) {
  async function attempt(id: string, body: string): Promise<boolean> {
    try {
      const headers = { 'content-type': 'application/json', ...signatureHeaders(id, body, secret ?? '') };
      const signal = AbortSignal.timeout(10_000);
      const { status } = await fetch(url ?? '', { method: 'POST', headers, body, signal });
      if (status !== 204) console.error(`a receipt was answered with ${status}`);
      // 400 and 413: the same body would be refused again.
      return [204, 400, 413].includes(status);
    } catch {
      return false;
    }
  }

  async function postUntilTaken(id: string, body: string, began: number, pause: number): Promise<void> {
    if ((await attempt(id, body)) || Date.now() - began > giveUpAfter) return;
    setTimeout(() => void postUntilTaken(id, body, began, Math.min(pause * 2, longestPause)), pause);
  }

  return {
    post(receipt: Receipt): void {
      if (url !== undefined)
        void postUntilTaken(`receipt_${randomUUID()}`, JSON.stringify(receipt), Date.now(), 1_000);
    },
  };
}

/** Standard Webhooks: the signature covers id, time and the bytes of the body. Sign anew in every attempt. */
function signatureHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
