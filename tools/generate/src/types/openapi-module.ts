import { readText, repositoryRoot } from '@cascade/contract';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse, stringify } from 'yaml';
import { banner } from '../generated-file.ts';
import { namedSchemas } from './named-schemas.ts';
import { openList } from './open-list.ts';
import { openSchemas } from './open-schemas.ts';
import { withoutConditions } from './without-conditions.ts';

/**
 * A bundle as TypeScript types; editors complete the known values of open lists, any other string is
 * allowed.
 */
export async function openapiModule(name: 'openapi' | 'gateway'): Promise<string> {
  const bundle = parse(readText(repositoryRoot, `spec/generated/${name}.yaml`));
  const nodes = await openapiTS(stringify(withoutConditions(bundle)), {
    alphabetize: true,
    emptyObjectsUnknown: true,
    immutable: true,
    silent: true,
    transform: openList,
  });
  const named = namedSchemas(nodes, openSchemas(bundle));
  return `${banner.code}import type { WithMore } from '../with-more.ts';\n\n${astToString([...named])}`;
}
