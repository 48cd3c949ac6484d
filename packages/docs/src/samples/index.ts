/** Requests as code. It runs in the browser, too: no imports of Node. */
import { curlOf } from './curl.ts';
import { goOf } from './go.ts';
import { javaOf } from './java.ts';
import { phpOf } from './php.ts';
import { pythonOf } from './python.ts';
import { prepare, type SampleRequest } from './sample-request.ts';
import { typescriptOf } from './typescript.ts';

export { type SampleRequest, takesBody } from './sample-request.ts';

/** A program that sends the request and prints the answer. */
export interface Sample {
  /** As shown on its tab. */
  readonly label: string;
  /** For the colours of its syntax. */
  readonly language: 'sh' | 'ts' | 'python' | 'go' | 'java' | 'php';
  readonly text: string;
}

/** The same request in every language, curl first. */
export function samplesOf(request: SampleRequest): readonly Sample[] {
  const prepared = prepare(request);
  return [
    { label: 'curl', language: 'sh', text: curlOf(prepared) },
    { label: 'TypeScript', language: 'ts', text: typescriptOf(prepared) },
    { label: 'Python', language: 'python', text: pythonOf(prepared) },
    { label: 'Go', language: 'go', text: goOf(prepared) },
    { label: 'Java', language: 'java', text: javaOf(prepared) },
    { label: 'PHP', language: 'php', text: phpOf(prepared) },
  ];
}
