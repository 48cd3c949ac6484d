import { readDocuments, readOperators } from './read-file.ts';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
}

export function readAlerts(): readonly Alert[] {
  return readDocuments('alerts.yml', readOperators).flatMap((document) =>
    isRules(document) ? document.groups.flatMap(({ rules }) => rules) : [],
  );
}

function isRules(value: unknown): value is Rules {
  return typeof value === 'object' && value !== null && 'groups' in value;
}
