/**
 * Milliseconds without a status after which no receipt is awaited any longer (ADR-0044). Networks keep a
 * message for a week at most, and gateways their receipts for some days more.
 */
export const longestReceipt = 10 * 24 * 3600 * 1_000;
