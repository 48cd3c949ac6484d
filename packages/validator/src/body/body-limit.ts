/** The largest body that a provider accepts (ADR-0011). */
export const bodyLimitInBytes = 1_048_576; // 1 MiB
