/** The largest body that a provider accepts (ADR-0011). */
export const bodyLimitInBytes = 1_048_576; // 1 MiB

/** Arrays and objects inside each other. The described layout has eight, one leads to each title of a list. */
export const bodyLevelLimit = 100;

/** Values of a body: each object, array, text, number and literal (ADR-0011). */
export const bodyValueLimit = 10_000;
