/** The last instant that ISO 8601 writes with four digits of a year, as PostgreSQL and JSON do. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59); // milliseconds

/**
 * Reads a date and time that the format of the description accepts (ADR-0024). JavaScript does not know leap
 * seconds: the second 60 is the next one. A zone may lead into the year 10000; then it is the end of 9999.
 */
export function readDateTime(text: string): Date {
  const time = Date.parse(text);
  const known = Number.isNaN(time) ? Date.parse(text.replace(/:60(?=[.z+-])/i, ':59')) + 1_000 : time;
  return new Date(Math.min(known, latest));
}
