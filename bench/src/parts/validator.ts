import { judgeScheduling } from '@cascade/validator';
import type { Part } from './part.ts';
import { compileByAjv, sampleRequests } from './sample-requests.ts';
import { timeCalls } from './time-calls.ts';

export const validator: Part = {
  name: 'validator',
  says: 'judges the parsed scheduling requests of the samples; ours also applies the rules of §4.1 in their order and names the problem',
  peer: 'Ajv, compiled from the same description, with all errors',
  figures: { time: { says: 'a request', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }) {
    const bodies = sampleRequests().map((text): unknown => JSON.parse(text));
    const validate = compileByAjv();
    const measure = (judge: (body: unknown) => unknown) => async () => ({
      time: timeCalls(seconds(0.8), () => bodies.forEach(judge)) / bodies.length,
    });
    return {
      ours: measure((body) => judgeScheduling(body)),
      peer: measure(validate),
      async close() {},
    };
  },
};
