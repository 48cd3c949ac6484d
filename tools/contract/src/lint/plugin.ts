import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Contract, readContract, repositoryRoot } from '../index.ts';
import type { Rule } from './redocly.ts';
import { additionIsMarked } from './rules/addition-is-marked.ts';
import {
  annotationIsKnown,
  assumptionExists,
  clauseExists,
  clauseHasPlace,
  decisionExists,
} from './rules/annotations.ts';
import { codeHasExample } from './rules/code-has-example.ts';
import { constraintNamesProblem } from './rules/constraint-names-problem.ts';
import { examplesFit, messageExamplesFit } from './rules/examples-fit.ts';
import { fileIsUsed } from './rules/file-is-used.ts';
import { asyncapiKeyOrders, keyOrder, openapiKeyOrders } from './rules/key-order.ts';
import { listIsOpen } from './rules/list-is-open.ts';
import { naming } from './rules/naming.ts';
import { noInventedLimits } from './rules/no-invented-limits.ts';
import { asyncapiNodes, nodeHasProvenance, openapiNodes } from './rules/node-has-provenance.ts';
import { objectIsOpen } from './rules/object-is-open.ts';
import { reasonHasExample, reasonHasMessageExample } from './rules/reason-has-example.ts';
import { referenceResolves } from './rules/reference-resolves.ts';
import { requiredNamesProperty } from './rules/required-names-property.ts';
import { schemaCompiles } from './rules/schema-compiles.ts';
import { schemaIsPortable } from './rules/schema-is-portable.ts';
import { webhookHasOwnTag } from './rules/webhook-has-own-tag.ts';
import { writtenOut } from './written-out.ts';

/** A plugin as Redocly loads it: rules, and a preprocessor for lint and bundles, by kind of description. */
export interface Plugin {
  readonly id: string;
  readonly preprocessors: Readonly<Record<'oas3' | 'async3', Readonly<Record<string, Rule>>>>;
  readonly rules: Readonly<Record<'oas3' | 'async3', Readonly<Record<string, Rule>>>>;
}

/**
 * The plugin `cascade` for Redocly. `contract` is called when the first rule or preprocessor starts.
 */
export function createPlugin(contract: () => Contract): Plugin {
  const against =
    (rule: (contract: Contract) => Rule): Rule =>
    () =>
      rule(contract())();
  return {
    id: 'cascade',
    preprocessors: {
      oas3: { 'written-out': against(writtenOut) },
      async3: { 'written-out': against(writtenOut) },
    },
    rules: {
      oas3: {
        'clause-exists': against(clauseExists),
        'clause-has-place': against(clauseHasPlace),
        'code-has-example': against(codeHasExample),
        'constraint-names-problem': against(constraintNamesProblem),
        'addition-is-marked': against(additionIsMarked),
        'annotation-is-known': annotationIsKnown,
        'assumption-exists': against(assumptionExists),
        'decision-exists': against(decisionExists),
        'examples-fit': examplesFit,
        'file-is-used': fileIsUsed,
        'key-order': keyOrder(openapiKeyOrders),
        'list-is-open': listIsOpen,
        naming,
        'no-invented-limits': noInventedLimits,
        'node-has-provenance': nodeHasProvenance(openapiNodes),
        'object-is-open': objectIsOpen,
        'reason-has-example': against(reasonHasExample),
        'reference-resolves': referenceResolves,
        'required-names-property': requiredNamesProperty,
        'schema-compiles': schemaCompiles,
        'schema-is-portable': schemaIsPortable,
        'webhook-has-own-tag': webhookHasOwnTag,
      },
      async3: {
        'clause-exists': against(clauseExists),
        'addition-is-marked': against(additionIsMarked),
        'annotation-is-known': annotationIsKnown,
        'assumption-exists': against(assumptionExists),
        'decision-exists': against(decisionExists),
        'examples-fit': messageExamplesFit,
        'file-is-used': fileIsUsed,
        'key-order': keyOrder(asyncapiKeyOrders),
        'list-is-open': listIsOpen,
        naming,
        'node-has-provenance': nodeHasProvenance(asyncapiNodes),
        'object-is-open': objectIsOpen,
        'reason-has-example': against(reasonHasMessageExample),
        'reference-resolves': referenceResolves,
        'required-names-property': requiredNamesProperty,
        'schema-compiles': schemaCompiles,
        'schema-is-portable': schemaIsPortable,
      },
    },
  };
}

/**
 * The folder of the spec that Redocly runs in, with which its repository begins; ours, if it runs elsewhere.
 */
function contractRoot(): string {
  const folder = process.cwd();
  return existsSync(join(folder, 'clauses.yaml')) ? dirname(folder) : repositoryRoot;
}

/** What Redocly loads: once in a process, which may run in one folder after another. */
export default function plugin(): Plugin {
  const contracts = new Map<string, Contract>();
  return createPlugin(() => {
    const root = contractRoot();
    const contract = contracts.get(root) ?? readContract(root);
    contracts.set(root, contract);
    return contract;
  });
}
