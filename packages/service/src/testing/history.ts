import { type Answer, send } from './requests.ts';

export interface HistoryPage {
  readonly hasNext: boolean;
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

/** Asks the service at that address for the message history. */
export function askHistory(url: string, body: unknown, key = 'demo-key'): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return send(url, { method: 'POST', path: '/api/messages/history', headers, body });
}

/** A page that the service returned. */
export async function pageOf(url: string, body: unknown, key?: string): Promise<HistoryPage> {
  const { status, body: page } = await askHistory(url, body, key);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(page)}`);
  return page as HistoryPage;
}
