const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The formats that a schema may use. Compiled checks import them. */
export const formats = {
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  'date-time': (text: string): boolean => dateTime.test(text) && !Number.isNaN(Date.parse(text)),
};

/** Length in Unicode code points, which is how JSON Schema counts. Compiled checks import it. */
export function codePointLength(text: string): number {
  return [...text].length;
}
