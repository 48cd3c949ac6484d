import { readYamlFile, repositoryRoot } from '@cascade/contract';
import type { GeneratedFile } from '../generated-file.ts';
import { requestSchemas } from './request-schemas.ts';
import { validatorModule, validatorTypes } from './validator-module.ts';

const folder = 'packages/validator/src/generated';

/** packages/validator/src/generated: the request schemas of the bundle, compiled to plain JavaScript. */
export function validators(): GeneratedFile[] {
  const bundle = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  const schemas = requestSchemas(bundle);
  return [
    { path: `${folder}/validators.js`, text: validatorModule(schemas) },
    { path: `${folder}/validators.d.ts`, text: validatorTypes(schemas) },
  ];
}
