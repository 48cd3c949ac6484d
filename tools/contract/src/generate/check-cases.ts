import type { FileFault } from '@cascade/yaml-file';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  type CatalogueRequest,
  isObject,
  neighbourRequest,
  objectOf,
  operationsOf,
  readContract,
  readYamlFile,
  requestOfCase,
  valueAt,
} from '../index.ts';
import { requestSchemas } from './validators/request-schemas.ts';
import { validatorFormats } from './validators/validators.ts';

/**
 * Cases of the catalogue below `root` whose request the bundled schemas do not refuse with their code, or
 * whose neighbour they still do. A code that no schema yields depends on facts: the tests of the validator
 * provoke it.
 */
export function caseFaults(root: string): readonly FileFault[] {
  const file = readYamlFile(root, 'spec/catalogue/problems.yaml');
  const refuse = refusals(readYamlFile(root, 'spec/generated/openapi-annotated.yaml').value);
  const faults = readContract(root).problems.flatMap(({ code, cases }, entry) =>
    cases.flatMap((one, index) => {
      const at = `/${entry}/cases/${index}`;
      const provoked = refuse(requestOfCase(one));
      if (provoked === undefined || !provoked.known.has(code)) return [];
      if (!provoked.codes.has(code)) {
        const found = [...provoked.codes].join(', ') || 'a body that fits the schema';
        return [
          { pointer: `${at}/request`, message: `expected a request that yields ${code}, found ${found}` },
        ];
      }
      if (!refuse(neighbourRequest(one))?.codes.has(code)) return [];
      return [{ pointer: `${at}/neighbour`, message: `expected an edit that ends ${code}, found it again` }];
    }),
  );
  return faults.map(file.locate);
}

/** The codes of the constraints that a body breaks, and every code that its schema knows. */
interface Refusal {
  readonly codes: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
}

interface CompiledBody {
  readonly validate: ValidateFunction;
  /** The code of a constraint that names none. */
  readonly otherwise: string;
  readonly known: ReadonlySet<string>;
}

/** Judges the body of a request by the schema of its operation, if it has one. */
function refusals(bundle: unknown): (request: CatalogueRequest) => Refusal | undefined {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats: validatorFormats });
  const compiled = new Map<unknown, CompiledBody>();
  for (const { name, document } of requestSchemas(bundle)) {
    const validate = ajv.compile({ ...document, $id: name, $ref: `#/$defs/${name}` });
    const otherwise = String(valueAt(document.$defs[name], '/x-problem-default'));
    const known = new Set([otherwise, ...codesIn(document)]);
    compiled.set(`#/components/schemas/${name}`, { validate, otherwise, known });
  }
  return ({ path, method, body }) => {
    const operation = operationsOf(bundle).find(
      (one) => one.path === path && one.method === method.toLowerCase(),
    );
    const schema = valueAt(operation?.node, '/requestBody/content/application~1json/schema/$ref');
    const found = compiled.get(schema);
    if (found === undefined) return undefined;
    const { validate, otherwise, known } = found;
    const errors = validate(body) ? [] : (validate.errors ?? []);
    return { codes: new Set(errors.map((error) => codeOf(error) ?? otherwise)), known };
  };
}

/** Every code that is named below an `x-problem`. */
function codesIn(value: unknown): string[] {
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(codesIn) : [];
  return Object.entries(value).flatMap(([key, child]) => {
    return key === 'x-problem' ? namedIn(child) : codesIn(child);
  });
}

function namedIn(problem: unknown): string[] {
  if (typeof problem === 'string') return [problem];
  const { code } = objectOf(problem);
  return typeof code === 'string' ? [code] : Object.values(objectOf(problem)).flatMap(namedIn);
}

/** The code of the constraint that an error broke; `minContains` and `maxContains` are part of `contains`. */
function codeOf({ keyword, params, parentSchema }: ErrorObject): string | undefined {
  const name = keyword === 'minContains' || keyword === 'maxContains' ? 'contains' : keyword;
  const said = objectOf(objectOf(parentSchema)['x-problem'])[name];
  const byMember = objectOf(said)[String(params.missingProperty)];
  return namedIn(byMember ?? said)[0];
}
