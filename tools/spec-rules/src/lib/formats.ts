/** The formats that examples must have; a schema with any other format does not compile. */
export const formats = {
  /** RFC 9562 §4, in any letter case. */
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /** RFC 3339 §5.6, and a day that the calendar has. */
  'date-time': (text: string): boolean =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) && isOnCalendar(text),
};

/** `Date` turns 31 February into 3 March, so compare the day. */
function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && date.toISOString().startsWith(day);
}
