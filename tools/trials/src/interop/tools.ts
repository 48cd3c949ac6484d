import type { Tool } from './tool.ts';
import { datamodelCodeGenerator } from './tools/datamodel-code-generator.ts';
import { heyApi } from './tools/hey-api.ts';
import { modelinaJava } from './tools/modelina-java.ts';
import { modelinaPython } from './tools/modelina-python.ts';
import { modelinaTypescript } from './tools/modelina-typescript.ts';
import { oapiCodegen } from './tools/oapi-codegen.ts';
import { openapiGeneratorFetch } from './tools/openapi-generator-fetch.ts';
import { openapiGeneratorGo } from './tools/openapi-generator-go.ts';
import { openapiGeneratorNative, openapiGeneratorOkhttp } from './tools/openapi-generator-java.ts';
import { openapiGeneratorKotlin } from './tools/openapi-generator-kotlin.ts';
import { openapiGeneratorPhp } from './tools/openapi-generator-php.ts';
import { openapiGeneratorPython } from './tools/openapi-generator-python.ts';
import { openapiGeneratorRust } from './tools/openapi-generator-rust.ts';
import { openapiPythonClient } from './tools/openapi-python-client.ts';
import { orvalFetch } from './tools/orval-fetch.ts';
import { orvalZod } from './tools/orval-zod.ts';
import { progenitor } from './tools/progenitor.ts';

/** The generators that `npm run interop` tries, in this order. */
export const tools: readonly Tool[] = [
  openapiPythonClient,
  datamodelCodeGenerator,
  oapiCodegen,
  heyApi,
  orvalFetch,
  orvalZod,
  openapiGeneratorFetch,
  openapiGeneratorGo,
  openapiGeneratorNative,
  openapiGeneratorOkhttp,
  openapiGeneratorKotlin,
  openapiGeneratorPhp,
  openapiGeneratorPython,
  openapiGeneratorRust,
  progenitor,
  modelinaTypescript,
  modelinaJava,
  modelinaPython,
];
