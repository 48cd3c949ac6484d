import type { StageRule } from './stage-facts.ts';

/**
 * `error-address-format` for a PHONE that is not in international format (§2.1): 7 to 15 digits, as E.164 has
 * them at most and national numbers with a country code at least; with or without `+` (ADR-0022). Other types
 * are open, and their gateway knows them.
 */
export const addressFormat: StageRule = ({ addressType, address }) =>
  addressType === 'PHONE' && !/^\+?[1-9][0-9]{6,14}$/.test(address) ? 'error-address-format' : null;
