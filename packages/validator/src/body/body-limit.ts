import { limits } from '@cascade/types';

/** The largest body that a provider accepts (ADR-0011). */
export const bodyLimitInBytes = limits['body-size'].value;

/**
 * Arrays and objects inside each other. The described layout has eight, one leads to each title of a list.
 */
export const bodyLevelLimit = limits['body-levels'].value;

/** Values of a body: each object, array, text, number and literal (ADR-0011). */
export const bodyValueLimit = limits['body-values'].value;
