/**
 * The formats that the description uses, as plain expressions: the compiled validators contain them and need
 * no package at run time.
 */
export const formats = {
  /** RFC 9562 in any letter case; version and variant are not checked (§2.1 says only UUID-shaped). */
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /** RFC 3339 on a day that the calendar has, seconds and their fraction optional as ISO 8601 has it (ADR-0024). */
  'date-time':
    /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i,
};
