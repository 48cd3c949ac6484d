/** The channels of §1, in its order. */
export const channels: readonly string[] = ['SMS', 'CHATONE', 'CHATTWO'];
