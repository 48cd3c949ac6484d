/** How Orval's client sends: to the provider of the step, with the key. */
let provider = '';

export function sendTo(url: string): void {
  provider = url;
}

export async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set('x-api-key', 'demo-key');
  const answer = await fetch(provider + path, { ...init, headers });
  return { data: await answer.json(), status: answer.status, headers: answer.headers } as Answer;
}
