import { readOperators } from './read-file.ts';

export interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly refId: string }[];
}

export function readPanels(): readonly Panel[] {
  return JSON.parse(readOperators('grafana-dashboard.json')).panels;
}
