/** UNDELIVERED is always reported (§6). An account may limit the other statuses to a list; null means all. */
export function isReported(status: string, chosen: readonly string[] | null): boolean {
  return status === 'UNDELIVERED' || chosen === null || chosen.includes(status);
}
