import { readText, repositoryRoot } from '@cascade/contract';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse, stringify } from 'yaml';
import { banner } from '../generated-file.ts';
import { openList } from './open-list.ts';
import { withoutConditions } from './without-conditions.ts';

/**
 * The bundle as TypeScript types; editors complete the known values of open lists, any other string is
 * allowed.
 */
export async function openapiModule(): Promise<string> {
  const bundle = parse(readText(repositoryRoot, 'spec/generated/openapi.yaml'));
  const nodes = await openapiTS(stringify(withoutConditions(bundle)), {
    alphabetize: true,
    emptyObjectsUnknown: true,
    exportType: true,
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: openList,
  });
  return banner.code + astToString(nodes);
}
