import { readYamlFile, repositoryRoot } from '@cascade/contract';
import type { GeneratedFile } from '../generated-file.ts';
import { requestSchemas } from './request-schemas.ts';
import { validatorModule, validatorTypes } from './validator-module.ts';

const folder = 'packages/validator/src/generated';

/**
 * packages/validator/src/generated: the request schemas of the bundle, compiled to plain JavaScript. One module
 * for each request body, so that a bundler keeps only the imported ones.
 */
export function validators(): GeneratedFile[] {
  const bundle = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  return requestSchemas(bundle).flatMap((schema) => {
    const path = `${folder}/${fileName(schema.name)}`;
    return [
      { path: `${path}.js`, text: validatorModule(schema) },
      { path: `${path}.d.ts`, text: validatorTypes },
    ];
  });
}

/** E.g. `scheduling-request` for `SchedulingRequest`. */
function fileName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
