import { didYouMean } from '@cascade/yaml-file';
import { type Contract, objectOf } from '../../index.ts';
import type { Placed } from '../lib/nodes.ts';
import { annotationFaults } from '../lib/problem-annotation.ts';
import { demandedSchemas, rootSchemas } from '../lib/sub-schemas.ts';
import type { Rule, RuleContext } from '../redocly.ts';

/**
 * `constraint-names-problem`: in the schemas that a request must satisfy, every constraint names its problem
 * code in the `x-problem` of the same schema. `type` and the constraints of assumed schemas have the code in
 * the `x-problem-default` of the root, unless `x-problem` names another. `x-problem` names nothing else.
 *
 * Exempt: conditions and the branches of compositions (see demandedSchemas); open lists, which constrain
 * nothing; status events, also as callbacks of an operation, and responses, which are not rejected.
 */
export const constraintNamesProblem =
  (contract: Contract): Rule =>
  () => {
    const codes = new Set(contract.problems.map(({ code }) => code));
    const judged = new Set<string>();
    const judge = ({ node, location }: Placed, report: RuleContext['report']): void => {
      if (judged.has(location.absolutePointer)) return;
      judged.add(location.absolutePointer);
      for (const { message, segments } of annotationFaults(node, codes)) {
        report({ message, location: location.child(segments) });
      }
    };
    const judgeRoot = ({ node, location }: Placed, report: RuleContext['report']): void => {
      const code = node['x-problem-default'];
      if (typeof code === 'string' && codes.has(code)) return;
      const near = didYouMean(String(code), [...codes]);
      const message = `x-problem-default: expected a code of spec/catalogue/problems.yaml, found ${code ?? 'none'}${near}`;
      report({ message, location });
    };
    return {
      Paths: {
        RequestBody: {
          enter(body, { location, resolve, report }) {
            if (location.absolutePointer.includes('/callbacks/')) return;
            for (const root of rootSchemas({ node: objectOf(body), location }, resolve)) {
              judgeRoot(root, report);
              for (const schema of demandedSchemas(root, resolve)) judge(schema, report);
            }
          },
        },
      },
    };
  };
