import { isAscii } from 'node:buffer'

// Which encoding a text is in, told by what decodes and by what comes out of it.

/** Encodings that files of people and programs are in; of two that fit as well the first is taken. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'euc-jp',
  'big5',
  'windows-1251',
  'koi8-r',
  'macintosh',
  'windows-1250',
] as const
export type Encoding = (typeof encodings)[number]

/** What bytes were read as. */
export interface FoundEncoding {
  encoding: Encoding
  /** Nothing else fits nearly as well. */
  isSure: boolean
  /** Other encodings in which the bytes are a text and read differently, the likeliest first. */
  others: readonly Encoding[]
}

/** Bytes of lines beyond ASCII by which an encoding is told. */
const judgedBy = 32_768
/** Below this share of the best, another encoding does not fit. */
const nearly = 0.85
/** Below this score an encoding is no candidate. */
const least = 0.25

/** Finds the encoding: a mark (BOM), UTF-16 by its zeros, UTF-8 where it decodes, else what makes the most sense. */
export function findEncoding(bytes: Uint8Array): FoundEncoding {
  const marked = markedEncoding(bytes)
  if (marked) return sure(marked)
  if (isAscii(bytes) || decodes(bytes, 'utf-8')) return sure('utf-8')
  const sample = linesBeyondAscii(bytes)
  const scores = encodings
    .filter((encoding) => !encoding.startsWith('utf-'))
    .map((encoding) => ({ encoding, score: plausibility(sample, encoding) }))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score)
  // One broken letter makes no other encoding of it: UTF-8 does not decode by chance.
  if (isMostlyUtf8(sample)) return { encoding: 'utf-8', isSure: true, others: scores.map(({ encoding }) => encoding) }
  const [best] = scores
  if (!best) return { encoding: 'windows-1252', isSure: false, others: [] }
  const own = new TextDecoder(best.encoding).decode(sample)
  const others = scores.filter(({ encoding }) => new TextDecoder(encoding).decode(sample) !== own)
  return {
    encoding: best.encoding,
    isSure: others.every(({ score }) => score < best.score * nearly),
    others: others.map(({ encoding }) => encoding),
  }
}

const sure = (encoding: Encoding): FoundEncoding => ({ encoding, isSure: true, others: [] })

function markedEncoding(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 1000)
  const empty = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length
  if (empty(1) > start.length / 4) return 'utf-16le'
  return empty(0) > start.length / 4 ? 'utf-16be' : null
}

/** The lines that have bytes beyond ASCII, as many as are needed. No multi-byte encoding here has a line feed within a character. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let [size, at] = [0, 0]
  while (size < judgedBy) {
    let high = 0
    while (at + high < bytes.length && (bytes[at + high] ?? 0) < 0x80) high += 1
    if (at + high >= bytes.length) break
    const end = bytes.indexOf(0x0a, at + high)
    const from = bytes.lastIndexOf(0x0a, at + high) + 1
    // A line of megabytes is cut; where it is cut a character may break, which one of many is.
    const part = bytes.subarray(Math.max(from, at), Math.min(end < 0 ? bytes.length : end + 1, at + high + judgedBy))
    parts.push(part)
    size += part.length
    at = end < 0 ? bytes.length : end + 1
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** Characters of a sample that people choose by. */
const longestSample = 30

/** The first words beyond ASCII, as each encoding reads them. */
export function encodingSamples(bytes: Uint8Array, of: readonly Encoding[]): Partial<Record<Encoding, string>> {
  const sample = linesBeyondAscii(bytes)
  const wordsIn = (encoding: Encoding) =>
    (new TextDecoder(encoding).decode(sample).match(/[\p{L}\p{N}]*[^\p{ASCII}][^\s,;|]*/gu) ?? [])
      .join(' ')
      .replaceAll(/\p{Cc}/gu, '')
      .slice(0, longestSample)
  return Object.fromEntries(of.map((encoding) => [encoding, wordsIn(encoding)]))
}

function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(sample)
  const beyond = text.match(/[^\p{ASCII}]/gu) ?? []
  return beyond.filter((sign) => sign === '\ufffd').length * 20 < beyond.length
}

/** How much sense the bytes make in an encoding, from 0 to 1. */
function plausibility(sample: Uint8Array, encoding: Encoding): number {
  if (!decodes(sample, encoding)) return 0
  const form = doubleByteForms[encoding]
  if (form) return doubleByteSense(sample, form)
  const text = new TextDecoder(encoding).decode(sample)
  if (encoding === 'windows-1251' || encoding === 'koi8-r') return cyrillicSense(text)
  // Central Europe's letters and the Mac's are asked for only where the usual ones make no sense.
  return latinSense(text, encoding === 'windows-1250' ? central : western) * (encoding === 'windows-1252' ? 1 : 0.8)
}

/** Lead bytes of two-byte characters: those that most texts consist of, and those of signs and letters that other texts have as well. */
interface DoubleByteForm {
  common: readonly [number, number][]
  signs: readonly [number, number][]
  /** Characters of one byte beyond ASCII; texts have few of them. */
  single?: readonly [number, number]
}

const doubleByteForms: Partial<Record<Encoding, DoubleByteForm>> = {
  shift_jis: {
    common: [[0x82, 0x83], [0x88, 0x97]], // prettier-ignore
    signs: [[0x81, 0x81]],
    single: [0xa1, 0xdf],
  },
  // Of the two rows of Japanese letters no Chinese text consists; their signs are the same.
  'euc-jp': { common: [[0xa4, 0xa5], [0xb0, 0xcf]], signs: [[0xa1, 0xa3]] }, // prettier-ignore
  gb18030: { common: [[0xb0, 0xd7]], signs: [[0xa1, 0xa3]] },
  'euc-kr': { common: [[0xb0, 0xc8]], signs: [[0xa1, 0xa3]] },
  big5: { common: [[0xa4, 0xc6]], signs: [[0xa1, 0xa3]] },
}

function doubleByteSense(bytes: Uint8Array, { common, signs, single }: DoubleByteForm): number {
  const isIn = (byte: number, ranges: readonly (readonly [number, number])[]) =>
    ranges.some(([from, to]) => byte >= from && byte <= to)
  let [sense, all] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    all += 1
    if (single && isIn(byte, [single])) {
      sense += 0.2
      continue
    }
    const isFar = (bytes[at + 1] ?? 0) >= 0x40
    if (isIn(byte, common) && isFar) sense += 1
    else if (isIn(byte, signs) && isFar) sense += 0.8
    at += 1
  }
  return all === 0 ? 0 : sense / all
}

const western = new Set('äöüßéèêëàâáãåæøœçñõóôòíîìïúûùýÄÖÜÉÈÊÀÂÁÃÅÆØŒÇÑÕÓÔÍÎÚÛ€£©®™°ºª«»½²µ·¿¡§“”‘’„–—…\u00a0')
const central = new Set('ąćęłńóśźżĄĆĘŁŃÓŚŹŻěščřžýáíéúůďťňĚŠČŘŽÝÁÍÉÚŮĎŤŇőűŐŰöüäßÖÜÄăâîşţĂÂÎŞŢđĐ€©®™°«»“”‘’„–—…\u00a0')

/** Words of Latin letters have one letter with a mark, or two beside each other; never whole words of them. */
function latinSense(text: string, usual: ReadonlySet<string>): number {
  const runs = text.match(/[^\p{ASCII}]+/gu) ?? []
  let [sense, all] = [0, 0]
  for (const run of runs) {
    all += run.length
    if (run.length <= 3) sense += [...run].filter((sign) => usual.has(sign)).length
  }
  return all === 0 ? 0 : sense / all
}

/**
 * Words of Cyrillic letters: no capital behind a small one, as the other encoding of Russian would make of them, and no Latin letter
 * in the same word.
 */
function cyrillicSense(text: string): number {
  const signs = text.match(/[^\p{ASCII}]/gu) ?? []
  const letters = signs.filter((sign) => /[а-яёіїєґА-ЯЁІЇЄҐ№«»–—“”„]/u.test(sign)).length
  const wrong = (text.match(/[а-яё][А-ЯЁ]|[a-z][а-яёА-ЯЁ]|[а-яёА-ЯЁ][a-z]/gu) ?? []).length
  const words = (text.match(/[а-яёА-ЯЁ]{2,}/gu) ?? []).join('').length
  return signs.length === 0 ? 0 : Math.max(0, ((letters + words) / 2 - 2 * wrong) / signs.length)
}
