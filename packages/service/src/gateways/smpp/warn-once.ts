import type { Log } from '../../log.ts';

/** Warnings that are remembered, of all that an SMSC may cause. */
const most = 100;

/** Warns of each thing once. */
export type WarnOnce = (key: string, fields: object, message: string) => void;

export function createWarnOnce(gateway: string, log: Log): WarnOnce {
  const said = new Set<string>();
  return (key, fields, message) => {
    if (said.has(key) || said.size >= most) return;
    said.add(key);
    log.warn({ gateway, ...fields }, message);
  };
}
