import { seededRandom } from '@cascade/repository/test-kit';

/** The longest text, in units of its alphabet. */
const longest = 1_600;

interface Alphabet {
  /** What the texts are made of; one may have several characters, such as a family with joiners. */
  readonly pieces: readonly string[];
  /** One unit: the first character, and the last ones where no piece has room. */
  readonly filler: string;
  /** Units that a piece takes of an SMS. */
  size(piece: string): number;
  /** Units of one SMS, and of a part of a longer text. */
  readonly limits: readonly [number, number];
}

const extension = [...'^{}\\[~]|€'];
const septets = (piece: string) => piece.length + [...piece].filter((one) => extension.includes(one)).length;
const codeUnits = (piece: string) => piece.length;

function inGsm(pieces: string, filler: string): Alphabet {
  return { pieces: [...pieces], filler, size: septets, limits: [160, 153] };
}

function inUcs2(pieces: readonly string[], filler: string): Alphabet {
  return { pieces, filler, size: codeUnits, limits: [70, 67] };
}

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const latin1 = [...'ÀÁÂÃÈÊËÌÍÎÏÐÒÓÔÕÙÚÛÝÞáâãçêëíîïðóôõúûýþÿ ×÷½©® abcdefghij'];
const greek = [...'αβγδεζηθικλμνξοπρστυφχψω ΆΈΉΊΌΎΏ ΐΰς'];
const cyrillic = [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя АБВГД їєґў'];
// With letters that join, marks, and a direction mark.
const arabic = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي لا ًٌٍَُِّْ ٠١٢٣ \u200f'];
const cjk = [...'漢字仮名交じり文简体中文繁體カタカナひらがな한국어글 。、', '𠮷', '𩸽'];
const emoji = ['👋', '👋🏽', '👨‍👩‍👧‍👦', '🏳️‍🌈', '❤️', '🇺🇳', '1️⃣', '🧑🏿‍🚀', '😀', ' '];

const alphabets: Readonly<Record<string, Alphabet>> = {
  'GSM 03.38': inGsm(basic, 'a'),
  'GSM 03.38 with its extension': inGsm(`${basic}${extension.join('').repeat(10)}`, 'a'),
  'Latin-1': inUcs2(latin1, 'ç'),
  Greek: inUcs2(greek, 'α'),
  Cyrillic: inUcs2(cyrillic, 'я'),
  Arabic: inUcs2(arabic, 'ب'),
  'Chinese, Japanese, Korean': inUcs2(cjk, '漢'),
  emoji: inUcs2(emoji, '☺'),
  mixed: inUcs2([...basic, ...extension, ...latin1, ...greek, ...cyrillic, ...arabic, ...cjk, ...emoji], 'ж'),
};

/** A text, and what it is made of. */
export interface SeededText {
  readonly text: string;
  readonly alphabet: string;
  /** In septets of GSM 03.38, or in units of UCS-2. */
  readonly units: number;
}

/**
 * Texts of 1 to 1,600 units that depend on the seed alone, in each alphabet as often as in the others: every
 * second one at the next limit of one SMS or of its parts, the others of any length.
 */
export function seededTexts(seed: number, count: number): readonly SeededText[] {
  const random = seededRandom(seed);
  const all = Object.entries(alphabets).map(([name, alphabet]) => ({
    name,
    alphabet,
    limits: lengthsAtLimits(alphabet),
  }));
  return Array.from({ length: Math.ceil(count / all.length) }, (_, round) =>
    all.map(({ name, alphabet, limits }) => {
      const atLimit = round % 2 === 0 ? limits[(round / 2) % limits.length] : undefined;
      const units = atLimit ?? 1 + Math.floor(random() * longest);
      return { text: textOf(alphabet, units, random), alphabet: name, units };
    }),
  )
    .flat()
    .slice(0, count);
}

/** The shortest and the longest; one unit before, at and behind the limits of one SMS, and of many parts. */
function lengthsAtLimits({ limits: [one, part] }: Alphabet): readonly number[] {
  const most = Math.floor(longest / part);
  const counts = [2, 3, 4, most - 1, most];
  const limits = [one, ...counts.map((parts) => parts * part)];
  const around = limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
  return [1, 2, ...around, longest].filter((length) => length <= longest);
}

function textOf({ pieces, filler, size }: Alphabet, units: number, random: () => number): string {
  const chosen = [filler];
  let left = units - 1;
  while (left > 0) {
    const piece = pick(pieces, random);
    const fits = size(piece) <= left;
    chosen.push(fits ? piece : filler);
    left -= fits ? size(piece) : 1;
  }
  return chosen.join('');
}

function pick<One>(all: readonly One[], random: () => number): One {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('expected something to pick from, found nothing');
  return one;
}
