import smpp from 'smpp';

/** The numbers of SMPP 3.4, §5.1.3, by their names such as `ESME_RTHROTTLED`. */
const numbers: ReadonlyMap<string, number> = new Map(Object.entries(smpp.errors));
const names: ReadonlyMap<number, string> = new Map([...numbers].map(([name, number]) => [number, name]));

/** The statuses of our responses. */
export const ok = 0;
/** ESME_RX_T_APPN: a temporary error, so the SMSC retries. */
export const retryLater = 0x64;

/** The name of a status for messages. Vendors define numbers of their own, which have none. */
export function statusName(status: number): string {
  return names.get(status) ?? `status 0x${status.toString(16).padStart(8, '0')}`;
}
