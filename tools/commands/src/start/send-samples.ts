import { isAsExpected, readSamples, type Sample } from './sample.ts';

/** Sends every sample to the mock and shows request, expected and real answer; returns how many are wrong. */
export async function sendSamples(baseUrl: string, write: (text: string) => void): Promise<number> {
  const samples = readSamples();
  let wrong = 0;
  for (const sample of samples) {
    const real = await send(baseUrl, sample);
    const good = real.status === sample.status && isAsExpected(sample.answer ?? {}, real.body);
    if (!good) wrong += 1;
    write(render(sample, real, good));
  }
  write(`\n${samples.length - wrong} of ${samples.length} answers as expected.\n`);
  return wrong;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(baseUrl: string, { request }: Sample): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
    body: JSON.stringify(request),
  });
  return { status: response.status, body: await response.json() };
}

function render({ name, request, status, answer }: Sample, real: Answer, good: boolean): string {
  const expected = answer === undefined ? `${status}` : `${status} ${JSON.stringify(answer)}`;
  return [
    `\n${good ? '✓' : '✗'} ${name}`,
    `  request   ${JSON.stringify(request)}`,
    `  expected  ${expected}`,
    `  answer    ${real.status} ${JSON.stringify(real.body)}`,
    '',
  ].join('\n');
}
