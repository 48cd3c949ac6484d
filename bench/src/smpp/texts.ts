const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Texts at the limits of one SMS and of its parts, and in the alphabets of the world. */
export const texts: readonly string[] = [
  'Code 4821',
  '@ at both ends @',
  ...[160, 161, 306, 307, 459, 460].map((length) => 'cascade '.repeat(60).slice(0, length)),
  // Every character of GSM 03.38, and its extension.
  gsm,
  '^{}\\[~]|€',
  // An extended character takes two septets: at the end of one SMS, and of the first and second part.
  ...[158, 159, 151, 152, 304, 305].map((at) => `${'x'.repeat(at)}€${'y'.repeat(20)}`),
  `${'x'.repeat(158)}€`,
  ...[70, 71, 134, 135].map((length) => 'жизнь '.repeat(30).slice(0, length)),
  // A pair of surrogates at the end of one SMS, and of the first and second part.
  ...[68, 69, 65, 66, 132, 133].map((at) => `${'ж'.repeat(at)}👋${'я'.repeat(20)}`),
  '👨‍👩‍👧‍👦'.repeat(20),
  'Latin-1: ÀÂãçêîïôõúûýþÿ ×÷ ½ ©®',
  'Ελληνικά, ΕΛΛΗΝΙΚΑ',
  'العربية من اليمين إلى اليسار',
  '漢字かな交じり文 한국어',
  'e\u0301 is not é',
];
