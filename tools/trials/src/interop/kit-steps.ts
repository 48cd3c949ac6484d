import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A message that a kit schedules at `url`, and what its program must print of the outcome. */
export interface KitStep {
  readonly says: string;
  readonly url: string;
  readonly key: string;
  readonly message: object;
  readonly options: object;
  readonly expected: object;
}

interface Facts {
  readonly name: string;
  readonly status: number;
  readonly retry: string;
}

const message = (requestId: string) => ({
  requestId,
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
});

/** Each problem code that scheduling can give, asked of the mock behind the altering proxy at `url`, and 200 messages through its faults. */
export function kitSteps(url: string): KitStep[] {
  const catalogue: { readonly problems: readonly Facts[] } = JSON.parse(
    readFileSync(
      fileURLToPath(new URL('../../../../packages/kits/go/catalogue.json', import.meta.url)),
      'utf8',
    ),
  );
  const step = (says: string, path: string, options: object, expected: object): KitStep => {
    const requestId = crypto.randomUUID();
    return { says, url: `${url}/${path}`, key: 'demo-key', message: message(requestId), options, expected };
  };
  const ofScheduling = catalogue.problems.filter(({ name }) => name !== 'callback-url-not-valid');
  return [
    ...ofScheduling.map(({ name, status, retry }) => {
      // A fault may have been accepted, whatever its code: that is for the caller to find out (ADR-0007).
      const expected = status >= 500 ? { kind: 'unknown' } : { code: name, status, retry };
      const preference = `code=${status}, example=${name.replaceAll("'", '')}`;
      return step(name, `prefer/${encodeURIComponent(preference)}`, { attempts: 1 }, expected);
    }),
    step('a code of a later version', 'unlisted-code', {}, { code: 'new-code', status: 400 }),
    ...Array.from({ length: 200 }, (_, index) => step(`fault ${index}`, 'faulty', { attempts: 8 }, {})),
  ];
}

/**
 * What is wrong with the outcomes that a kit printed, one line each. Through faults a message is scheduled or unknown,
 * and what is scheduled was accepted: `accepted` has the request ids, as the provider counted them.
 */
export function judgeKit(
  steps: readonly KitStep[],
  printed: string,
  accepted: ReadonlyMap<string, number>,
): string[] {
  const lines = printed.trim().split('\n');
  if (lines.length !== steps.length)
    return [`expected ${steps.length} outcomes, got ${lines.length}: ${lines.at(-1)}`];
  return steps.flatMap(({ says, message, expected }, index) => {
    const outcome: { kind: string; code?: string } = JSON.parse(String(lines[index]));
    if (!says.startsWith('fault ')) {
      const wrong = Object.entries(expected).filter(([key, value]) => Object(outcome)[key] !== value);
      return wrong.length === 0 ? [] : [`${says}: expected ${JSON.stringify(expected)}, got ${lines[index]}`];
    }
    const times = accepted.get((message as { requestId: string }).requestId) ?? 0;
    const isRight = outcome.kind === 'scheduled' ? times === 1 : outcome.kind === 'unknown' && times <= 1;
    return isRight ? [] : [`${says}: accepted ${times} times, and the kit says ${lines[index]}`];
  });
}
