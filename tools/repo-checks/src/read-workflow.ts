import { registerHooks } from 'node:module';

// The parser imports its JSON schemas without import attributes, which only bundlers accept.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/index');

/** The errors that GitHub would report for a workflow, with line and column; expressions included. */
export function workflowErrors(name: string, content: string): string[] {
  return messages(parseWorkflow({ name, content }, new NoOperationTraceWriter()));
}

/** The same for the action.yml of an action. */
export function actionErrors(name: string, content: string): string[] {
  return messages(parseAction({ name, content }, new NoOperationTraceWriter()));
}

function messages({ context }: ReturnType<typeof parseWorkflow>): string[] {
  return context.errors.getErrors().map(({ message }) => message);
}
