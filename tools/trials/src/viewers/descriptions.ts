import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Shown } from './viewers.ts';

/** A description that viewers show. */
export interface Described {
  readonly name: string;
  readonly shows: 'OpenAPI' | 'AsyncAPI';
  readonly text: string;
  readonly operations: readonly Shown[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Path>>;
  readonly webhooks?: Readonly<Record<string, Path>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
}

type Path = Readonly<Record<string, Operation>>;

interface AsyncApi {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly summary: string }>> }>
  >;
}

/** The full descriptions and the profiles, as they are published. */
export function readDescriptions(): readonly Described[] {
  return [
    openApi('OpenAPI, full', 'openapi.json'),
    openApi('OpenAPI, 3.1 profile', 'openapi-for-generators.json'),
    openApi('OpenAPI, 3.0.3 profile', 'openapi-3.0-for-generators.json'),
    asyncApi('AsyncAPI', 'asyncapi.json'),
  ];
}

function openApi(name: string, file: string): Described {
  const text = read(file);
  const { paths, webhooks = {} }: OpenApi = JSON.parse(text);
  const operations = [
    ...Object.entries(paths).flatMap(([path, item]) => shownIn(item, 'operation', path)),
    ...Object.entries(webhooks).flatMap(([name, item]) => shownIn(item, 'webhook', `/${name}`)),
  ];
  return { name, shows: 'OpenAPI', text, operations };
}

function shownIn(item: Path, kind: Shown['kind'], path: string): Shown[] {
  return Object.entries(item)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(
      ([
        method,
        {
          operationId: id,
          summary,
          description,
          tags: [tag],
        },
      ]) => {
        // Menus have no descriptions: these words are shown only with the operation itself.
        const [sentence = ''] = description.split(/[.:,]/);
        const texts = [...(kind === 'operation' ? [path] : []), summary, sentence];
        return { id, tag, kind, place: `${method.toUpperCase()}${path}`, texts };
      },
    );
}

function asyncApi(name: string, file: string): Described {
  const text = read(file);
  const { channels }: AsyncApi = JSON.parse(text);
  const messages = Object.values(channels).flatMap((channel) => Object.entries(channel.messages));
  const operations = messages.map(([id, { summary }]) => ({
    id,
    tag: '',
    place: '',
    kind: 'message' as const,
    texts: [summary],
  }));
  return { name, shows: 'AsyncAPI', text, operations };
}

function read(file: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@cascade/spec/generated/${file}`)), 'utf8');
}
