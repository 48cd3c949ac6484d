import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the test vectors. */
export const vectorsFolder = fileURLToPath(
  new URL('.', import.meta.resolve('@cascade/spec/vectors/generated/callbacks.json')),
);

/** A vector of one request; `longText` is how long `{{longText}}` is. */
export interface RequestVector {
  readonly id: string;
  readonly needs: readonly string[];
  readonly request: Readonly<
    Record<'method' | 'path' | 'body', string> & { headers: Readonly<Record<string, string>> }
  >;
  readonly longText?: number;
  readonly answers: readonly { readonly status: string; readonly titles?: readonly string[] }[];
}

interface ViolationVector {
  readonly says: string;
  readonly detail: string;
  readonly violations: readonly {
    readonly cascadeId: number;
    readonly channel: string;
    readonly stageUuid?: string;
  }[];
}

/** Those of one request that need nothing else. */
export const requestVectors = read<RequestVector>('requests').filter(({ needs }) => needs.length === 0);

export const violationVectors = read<ViolationVector>('violations');

function read<Vector>(name: string): readonly Vector[] {
  const file: { readonly vectors: readonly Vector[] } = JSON.parse(
    readFileSync(`${vectorsFolder}/${name}.json`, 'utf8'),
  );
  return file.vectors;
}

/** The body of the vector's request, with new ids. */
export function bodyOf({ request, longText = 0 }: RequestVector): string {
  return request.body
    .replaceAll('{{requestId}}', crypto.randomUUID())
    .replaceAll('{{hex8}}', crypto.randomUUID().slice(0, 8))
    .replaceAll('{{longText}}', 'x'.repeat(longText));
}
