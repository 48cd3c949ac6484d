import { type Contract, readContract } from '@cascade/contract';
import type { Rule } from './redocly.ts';
import { additionIsMarked } from './rules/addition-is-marked.ts';
import { assumptionExists, clauseExists, clauseHasPlace, decisionExists } from './rules/annotations.ts';
import { codeHasExample } from './rules/code-has-example.ts';
import { constraintNamesProblem } from './rules/constraint-names-problem.ts';
import { examplesFit, messageExamplesFit } from './rules/examples-fit.ts';
import { asyncapiKeyOrders, keyOrder, openapiKeyOrders } from './rules/key-order.ts';
import { listIsOpen } from './rules/list-is-open.ts';
import { naming } from './rules/naming.ts';
import { noInventedLimits } from './rules/no-invented-limits.ts';
import { asyncapiNodes, nodeHasProvenance, openapiNodes } from './rules/node-has-provenance.ts';
import { objectIsOpen } from './rules/object-is-open.ts';
import { reasonHasExample, reasonHasMessageExample } from './rules/reason-has-example.ts';
import { schemaIsPortable } from './rules/schema-is-portable.ts';
import { webhookHasOwnTag } from './rules/webhook-has-own-tag.ts';
import { writtenOut } from './written-out.ts';

/**
 * A plugin as Redocly loads it: rules for the lint and decorators for the bundles, by kind of description.
 */
export interface Plugin {
  readonly id: string;
  readonly decorators: Readonly<Record<'oas3' | 'async3', Readonly<Record<string, Rule>>>>;
  readonly rules: Readonly<Record<'oas3' | 'async3', Readonly<Record<string, Rule>>>>;
}

/**
 * The plugin `cascade` for Redocly. `contract` is called when the first rule or decorator starts.
 */
export function createPlugin(contract: () => Contract): Plugin {
  const against =
    (rule: (contract: Contract) => Rule): Rule =>
    () =>
      rule(contract())();
  return {
    id: 'cascade',
    decorators: {
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
        'assumption-exists': against(assumptionExists),
        'decision-exists': against(decisionExists),
        'examples-fit': examplesFit,
        'key-order': keyOrder(openapiKeyOrders),
        'list-is-open': listIsOpen,
        naming,
        'no-invented-limits': noInventedLimits,
        'node-has-provenance': nodeHasProvenance(openapiNodes),
        'object-is-open': objectIsOpen,
        'reason-has-example': against(reasonHasExample),
        'schema-is-portable': schemaIsPortable,
        'webhook-has-own-tag': webhookHasOwnTag,
      },
      async3: {
        'clause-exists': against(clauseExists),
        'addition-is-marked': against(additionIsMarked),
        'assumption-exists': against(assumptionExists),
        'decision-exists': against(decisionExists),
        'examples-fit': messageExamplesFit,
        'key-order': keyOrder(asyncapiKeyOrders),
        'list-is-open': listIsOpen,
        naming,
        'node-has-provenance': nodeHasProvenance(asyncapiNodes),
        'object-is-open': objectIsOpen,
        'reason-has-example': against(reasonHasMessageExample),
        'schema-is-portable': schemaIsPortable,
      },
    },
  };
}

/** Redocly calls this once for each run. */
export default function plugin(): Plugin {
  let contract: Contract | undefined;
  return createPlugin(() => {
    contract ??= readContract();
    return contract;
  });
}
