import type { StageRule } from './stage-facts.ts';

/**
 * `error-address-format` for a PHONE that is not in international format (§2.1): 7 to 15 digits, with or
 * without `+` (ADR-0022). 15 is the limit of E.164; 7 are the fewest with a country code. Other types are
 * left to their gateway.
 */
export const addressFormat: StageRule = ({ addressType, address }) =>
  addressType === 'PHONE' && !/^\+?[1-9][0-9]{6,14}$/.test(address) ? 'error-address-format' : null;
