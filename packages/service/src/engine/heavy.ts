/**
 * A content of more bytes is heavy: its message is alone in its job, and few of them are in memory at once.
 * Others come by the hundred, and together weigh no more than a few of these.
 */
export const heavyFrom = 16_384; // 16 KiB
