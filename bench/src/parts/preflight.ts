import { fileURLToPath } from 'node:url';
import { launch, noBrowser } from '@cascade/test-kit/browser';
import { build } from 'esbuild';
import type { Part } from './part.ts';
import { ajvOptions, describedSchemas, requestReference, sampleRequests } from './sample-requests.ts';

/** Both sides measure themselves in the page, as the script of a site would be called. */
const script = (of: { readonly preflight: string; readonly ajv: string }) => `
import { preflight } from ${JSON.stringify(of.preflight)};
import { Ajv2020 } from ${JSON.stringify(of.ajv)};
const texts = ${JSON.stringify(sampleRequests())};
const requests = texts.map((text) => JSON.parse(text));
const formats = { uuid: ${ajvOptions.formats.uuid}, 'date-time': ${ajvOptions.formats['date-time']} };
const ajv = new Ajv2020({ allErrors: true, strict: false, formats, schemas: [${JSON.stringify(describedSchemas())}] });
const validate = ajv.getSchema(${JSON.stringify(requestReference)});
const sides = {
  ours: () => { for (const request of requests) preflight(request); },
  peer: () => { for (const text of texts) validate(JSON.parse(text)); },
};
globalThis.measure = (side, seconds) => {
  const work = sides[side];
  const spin = (milliseconds) => {
    const begin = performance.now();
    let calls = 0;
    let elapsed = 0;
    for (; elapsed < milliseconds; elapsed = performance.now() - begin, calls += 20) for (let n = 0; n < 20; n++) work();
    return (elapsed / calls / requests.length) * 1_000;
  };
  spin(seconds * 333);
  return spin(seconds * 1_000);
};`;

/** One classic script for a browser. */
async function bundle(): Promise<string> {
  const preflight = fileURLToPath(import.meta.resolve('@cascade/client/preflight'));
  const ajv = fileURLToPath(import.meta.resolve('ajv/dist/2020.js'));
  const stdin = {
    contents: script({ preflight, ajv }),
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
  };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

export const preflight: Part = {
  name: 'preflight',
  says: 'judges the scheduling requests of the samples in Chromium; ours begins with the object, writes its JSON and judges all that the provider does, to the extent and the rules of §4.1',
  peer: '`JSON.parse` and Ajv, compiled there from the same description',
  figures: { time: { says: 'a request', unit: 'µs', better: 'lower' } },
  async prepare({ seconds }) {
    if (noBrowser !== undefined) return { absent: noBrowser };
    const source = await bundle();
    const browser = await launch();
    const page = await browser.newPage();
    // As text, Chromium runs it without the page's own content policy.
    await page.evaluate(source);
    const measure = (side: string) => async () => ({
      time: await page.evaluate<number>(`measure(${JSON.stringify(side)}, ${seconds(0.8)})`),
    });
    return { ours: measure('ours'), peer: measure('peer'), close: () => browser.close() };
  },
};
