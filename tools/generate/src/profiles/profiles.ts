import { readText, repositoryRoot } from '@cascade/contract';
import { stringify } from 'yaml';
import { banner, type GeneratedFile } from '../generated-file.ts';
import { inOpenapi30 } from './in-openapi-30.ts';
import { profileOf } from './profile.ts';

/** The bundle for code generators, in OpenAPI 3.1 and 3.0.3, and for testers, in 3.0.3; as YAML and as JSON. */
export function profiles(): GeneratedFile[] {
  const bundle = JSON.parse(readText(repositoryRoot, 'spec/generated/openapi.json'));
  const profile = profileOf(bundle);
  return [
    ...inBothFormats('openapi-for-generators', profile),
    ...inBothFormats('openapi-3.0-for-generators', inOpenapi30(profile)),
    ...inBothFormats('openapi-3.0-for-testers', inOpenapi30(profileOf(bundle, 'testers'))),
  ];
}

function inBothFormats(name: string, description: object): GeneratedFile[] {
  const json = `${JSON.stringify(description, null, 2)}\n`;
  const yaml = stringify(JSON.parse(json), { lineWidth: 0, aliasDuplicateObjects: false });
  return [
    { path: `spec/generated/${name}.yaml`, text: banner.yaml + yaml },
    { path: `spec/generated/${name}.json`, text: json },
  ];
}
