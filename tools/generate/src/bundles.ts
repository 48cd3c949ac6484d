import { bundleDescription, dereference } from '@cascade/bundle';
import { parse, stringify } from 'yaml';
import { banner, type GeneratedFile } from './generated-file.ts';

/** spec/generated: each description in one file, as YAML and JSON; OpenAPI without references, too. */
export async function bundles(): Promise<GeneratedFile[]> {
  const [openapi, asyncapi] = await Promise.all([
    bundleDescription('openapi'),
    bundleDescription('asyncapi'),
  ]);
  const dereferenced = dereference(parse(openapi));
  return [
    ...inBothFormats('openapi', openapi, parse(openapi)),
    ...inBothFormats(
      'openapi.dereferenced',
      stringify(dereferenced, { aliasDuplicateObjects: false }),
      dereferenced,
    ),
    ...inBothFormats('asyncapi', asyncapi, parse(asyncapi)),
  ];
}

function inBothFormats(name: string, yaml: string, value: unknown): GeneratedFile[] {
  return [
    { path: `spec/generated/${name}.yaml`, text: banner.yaml + yaml },
    { path: `spec/generated/${name}.json`, text: `${JSON.stringify(value, null, 2)}\n` },
  ];
}
