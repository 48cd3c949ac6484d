/**
 * The formats that the description uses, as plain expressions: the compiled validators contain them and need
 * no package at run time.
 */
export const formats = {
  /** RFC 9562 in any letter case; version and variant are not checked (§2.1 says only UUID-shaped). */
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /** RFC 3339, seconds and their fraction optional as ISO 8601 has it. */
  'date-time':
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i,
};
