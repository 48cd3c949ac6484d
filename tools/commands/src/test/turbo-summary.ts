import { readFileSync } from 'node:fs';

/** One task in the file that turbo writes with `--summarize`. */
export interface TaskSummary {
  readonly taskId: string;
  readonly command: string;
  readonly directory: string;
  readonly cache: { readonly status: string };
  readonly execution?: { readonly startTime: number; readonly endTime: number; readonly exitCode: number };
}

/** The tasks of the summary that a turbo run names in its output; none if the run stopped before. */
export function readSummary(output: string): readonly TaskSummary[] {
  const path = /^Summary:\s+(\S+)$/m.exec(output)?.[1];
  if (path === undefined) return [];
  const summary: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof summary !== 'object' || summary === null || !('tasks' in summary)) return [];
  return Array.isArray(summary.tasks) ? summary.tasks.filter(isTaskSummary) : [];
}

function isTaskSummary(value: unknown): value is TaskSummary {
  return (
    typeof value === 'object' &&
    value !== null &&
    'taskId' in value &&
    'directory' in value &&
    'cache' in value
  );
}
