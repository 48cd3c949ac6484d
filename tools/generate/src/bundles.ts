import { bundleDescription } from '@cascade/bundle';
import { parse } from 'yaml';
import { banner, type GeneratedFile } from './generated-file.ts';

/** spec/generated: each description in one file, as YAML and as JSON. */
export async function bundles(): Promise<GeneratedFile[]> {
  const names = ['openapi', 'asyncapi', 'gateway'] as const;
  const bundled = await Promise.all(names.map((name) => bundleDescription(name)));
  return names.flatMap((name, index) => inBothFormats(name, bundled[index] ?? ''));
}

function inBothFormats(name: string, yaml: string): GeneratedFile[] {
  return [
    { path: `spec/generated/${name}.yaml`, text: banner.yaml + yaml },
    { path: `spec/generated/${name}.json`, text: `${JSON.stringify(parse(yaml), null, 2)}\n` },
  ];
}
