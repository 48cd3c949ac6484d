import { readContract } from '@cascade/contract';
import type { GeneratedFile } from '../generated-file.ts';
import { adviceModule } from './advice-module.ts';
import { catalogueModule } from './catalogue-module.ts';
import { demoNumbersModule } from './demo-numbers-module.ts';
import { openapiModule } from './openapi-module.ts';

const folder = 'packages/types/src/generated';

/** packages/types/src/generated: the types of the descriptions, and the catalogue as constants. */
export async function types(): Promise<GeneratedFile[]> {
  const contract = readContract();
  return [
    { path: `${folder}/openapi.ts`, text: await openapiModule('openapi') },
    { path: `${folder}/gateway.ts`, text: await openapiModule('gateway') },
    { path: `${folder}/catalogue.ts`, text: catalogueModule(contract) },
    { path: `${folder}/advice.ts`, text: adviceModule(contract) },
    { path: `${folder}/demo-numbers.ts`, text: demoNumbersModule(contract) },
  ];
}
