import { isUtf8 } from 'node:buffer'
import { shortened } from './shortened.ts'

// Detects text encodings: by whether the bytes decode, and how plausible the result is.

/** Supported encodings; of equally good ones the first is chosen. */
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
  'windows-1253',
  'macintosh',
  'windows-1250',
  'windows-1254',
  'windows-1257',
] as const
export type Encoding = (typeof encodings)[number]

/** Encodings of one or two bytes a character, which only their texts tell apart. */
const byteEncodings = encodings.filter((encoding) => !encoding.startsWith('utf-'))

export interface FoundEncoding {
  encoding: Encoding
  /** No other encoding is nearly as plausible. */
  isSure: boolean
  /** Other encodings that decode the bytes differently, most likely first. */
  others: readonly Encoding[]
}

/** Bytes of non-ASCII lines examined. */
const sampleSize = 32_768
/** Minimum share of the best score for another candidate. */
const nearly = 0.85
/** Minimum score of a candidate, and of one that is certain. */
const [least, leastSure] = [0.25, 0.6]

/** Detects the encoding: a byte order mark, UTF-16 by its zero bytes, UTF-8 if it decodes, otherwise the most plausible. */
export function findEncoding(bytes: Uint8Array): FoundEncoding {
  const marked = markedEncoding(bytes)
  if (marked) return sure(marked)
  if (isUtf8(bytes)) return sure('utf-8')
  const sample = linesBeyondAscii(bytes)
  const scores = byteEncodings
    .map((encoding) => ({ encoding, score: plausibility(sample, encoding) }))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score)
  // A single broken character does not rule out UTF-8, which never decodes by chance.
  if (isMostlyUtf8(sample)) return { encoding: 'utf-8', isSure: true, others: scores.map(({ encoding }) => encoding) }
  const best = scores[0] ?? { encoding: 'windows-1252', score: 0 }
  const own = new TextDecoder(best.encoding).decode(sample)
  const isOther = (encoding: Encoding) => new TextDecoder(encoding).decode(sample) !== own
  const others = scores.filter(({ encoding }) => isOther(encoding))
  const isSure =
    best.score >= (isScanty(sample, best.encoding) ? 1 : leastSure) &&
    others.every(({ score }) => score < best.score * nearly)
  // A person must be able to choose.
  const choice = isSure || others.length > 0 ? others.map(({ encoding }) => encoding) : undefined
  return {
    encoding: best.encoding,
    isSure,
    others: choice ?? byteEncodings.filter((each) => decodes(sample, each) && isOther(each)),
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

/** The first lines with non-ASCII bytes. No multi-byte encoding here contains a line feed inside a character. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let [size, at] = [0, 0]
  while (size < sampleSize) {
    let high = 0
    while (at + high < bytes.length && (bytes[at + high] ?? 0) < 0x80) high += 1
    if (at + high >= bytes.length) break
    const end = bytes.indexOf(0x0a, at + high)
    const from = bytes.lastIndexOf(0x0a, at + high) + 1
    // An overlong line is cut around its first such byte, which may break one character.
    const first = Math.max(from, at, at + high - sampleSize)
    const part = bytes.subarray(first, Math.min(end < 0 ? bytes.length : end + 1, at + high + sampleSize))
    parts.push(part)
    size += part.length
    at = end < 0 ? bytes.length : end + 1
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

const longestSample = 30

/** The first non-ASCII words as decoded in each encoding. */
export function encodingSamples(bytes: Uint8Array, of: readonly Encoding[]): Partial<Record<Encoding, string>> {
  const sample = linesBeyondAscii(bytes)
  const wordsIn = (encoding: Encoding) =>
    shortened(
      (new TextDecoder(encoding).decode(sample).match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]*[^\p{ASCII}][^\s,;|]*/gu) ?? [])
        .join(' ')
        .replaceAll(/\p{Cc}/gu, ''),
      longestSample,
    )
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

/** A single kind of letter does not tell a Mac file from one of DOS, whose encoding is not supported. */
const isScanty = (sample: Uint8Array, encoding: Encoding) =>
  encoding === 'macintosh' && new Set(sample.filter((byte) => byte >= 0x80)).size < 2

function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(sample)
  const beyond = text.match(/[^\p{ASCII}]/gu) ?? []
  return beyond.filter((sign) => sign === '\ufffd').length * 20 < beyond.length
}

/** Plausibility of the decoded bytes, from 0 to 1. */
function plausibility(sample: Uint8Array, encoding: Encoding): number {
  if (!decodes(sample, encoding)) return 0
  const form = doubleByteForms[encoding]
  if (form) return doubleByteSense(sample, form)
  const text = new TextDecoder(encoding).decode(sample)
  if (encoding === 'windows-1251' || encoding === 'koi8-r') return scriptSense(text, cyrillic)
  if (encoding === 'windows-1253') return scriptSense(text, greek)
  // Other letters and Mac encodings are scored only if Western ones are implausible.
  return latinSense(text, usualLetters[encoding] ?? western) * (encoding === 'windows-1252' ? 1 : 0.8)
}

/** Lead bytes of two-byte characters: the common ones of most texts, and those of signs that other texts share. */
interface DoubleByteForm {
  common: readonly [number, number][]
  signs: readonly [number, number][]
  /** First trail byte of the common characters. */
  trail?: number
  /** Single-byte characters beyond ASCII; rare in texts. */
  single?: readonly [number, number]
}

const doubleByteForms: Partial<Record<Encoding, DoubleByteForm>> = {
  shift_jis: {
    common: [[0x82, 0x83], [0x88, 0x97]], // prettier-ignore
    signs: [[0x81, 0x81]],
    single: [0xa1, 0xdf],
  },
  // The two rows of kana: no Chinese text consists of them, although it shares the signs.
  'euc-jp': { common: [[0xa4, 0xa5], [0xb0, 0xcf]], signs: [[0xa1, 0xa3]], trail: 0xa1 }, // prettier-ignore
  gb18030: { common: [[0xb0, 0xd7]], signs: [[0xa1, 0xa3]], trail: 0xa1 },
  'euc-kr': { common: [[0xb0, 0xc8]], signs: [[0xa1, 0xa3]], trail: 0xa1 },
  big5: { common: [[0xa4, 0xc6]], signs: [[0xa1, 0xa3]] },
}

const latin: [number, number][] = [[0x41, 0x5a], [0x61, 0x7a]] // prettier-ignore
const smallLatin: [number, number][] = [[0x61, 0x7a]]

function doubleByteSense(bytes: Uint8Array, { common, signs, single, trail = 0x40 }: DoubleByteForm): number {
  const isIn = (byte: number, ranges: readonly (readonly [number, number])[]) =>
    ranges.some(([from, to]) => byte >= from && byte <= to)
  let [sense, all] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    all += 1
    if (single && isIn(byte, [single])) {
      // Half-width kana come in words of their own.
      const isWord = isIn(bytes[at + 1] ?? 0, [single]) || isIn(bytes[at - 1] ?? 0, [single])
      sense += isWord ? 0.6 : 0.2
      continue
    }
    const isFar = (bytes[at + 1] ?? 0) >= trail
    // `M”ller`: the second byte and the next are Latin letters of one word.
    const isLatin = isIn(bytes[at + 1] ?? 0, latin) && isIn(bytes[at + 2] ?? 0, smallLatin)
    if (isFar && !isLatin) sense += isIn(byte, common) ? 1 : isIn(byte, signs) ? 0.8 : 0
    at += 1
  }
  return all === 0 ? 0 : sense / all
}

const western = new Set('äöüßéèêëàâáãåæøœçñõóôòíîìïúûùýÄÖÜÉÈÊÀÂÁÃÅÆØŒÇÑÕÓÔÍÎÚÛ€£©®™°ºª«»½²µ·¿¡§“”‘’„–—…\u00a0')
const central = new Set('ąćęłńóśźżĄĆĘŁŃÓŚŹŻěščřžýáíéúůďťňĚŠČŘŽÝÁÍÉÚŮĎŤŇőűŐŰöüäßÖÜÄăâîşţĂÂÎŞŢđĐ€©®™°«»“”‘’„–—…\u00a0')

const usualLetters: Partial<Record<Encoding, ReadonlySet<string>>> = {
  'windows-1250': central,
  'windows-1254': new Set([...western, ...'ğıİşŞĞ']),
  'windows-1257': new Set([...western, ...'āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽąęėįųĄĘĖĮŲ']),
}

/** What stands inside words where a DOS or Mac file is read in another encoding: `K”ln`, `™sterreich`, `MšLLER`, `MÅller`. */
const misplaced = /\p{L}[„”‚™](?=\p{L})|(?<!\p{L})[™…](?=\p{L})|\p{Lu}[šžœ](?=\p{Lu})|\p{L}[À-ÖØ-Þ](?=\p{Ll})/gu

/** Plausible Latin words have one accented letter or two adjacent ones, never only accented letters. */
function latinSense(text: string, usual: ReadonlySet<string>): number {
  const runs = text.match(/[^\p{ASCII}]+/gu) ?? []
  let [sense, all] = [0, 0]
  for (const run of runs) {
    all += run.length
    if (run.length <= 3) sense += [...run].filter((sign) => usual.has(sign)).length
  }
  const wrong = (text.match(misplaced) ?? []).length
  return all === 0 ? 0 : Math.max(0, sense - 2 * wrong) / all
}

interface Script {
  small: string
  capital: string
  frequent: ReadonlySet<string>
}
const cyrillic: Script = { small: 'а-яёіїєґ', capital: 'А-ЯЁІЇЄҐ', frequent: new Set('оаеинтсрвлкі') }
const greek: Script = { small: 'α-ωάέήίόύώϊϋΐΰ', capital: 'Α-ΩΆΈΉΊΌΎΏ', frequent: new Set('αοιετσνηρςυκπλάίό') }
const leastFrequent = 0.6

/** Plausible words have no capital after a small letter and no Latin letter, as a wrong encoding produces, and usual letters. */
function scriptSense(text: string, { small, capital, frequent }: Script): number {
  const all = small + capital
  const signs = text.match(/[^\p{ASCII}]/gu) ?? []
  const letters = (text.match(new RegExp(`[${all}№«»–—“”„]`, 'gu')) ?? []).length
  const odd = new RegExp(`[${small}][${capital}]|[a-z][${all}]|[${all}][a-z]|\\p{L}[«»№](?=\\p{L})`, 'gu')
  const words = (text.match(new RegExp(`[${all}]{2,}`, 'gu')) ?? []).join('')
  const share = [...words.toLowerCase()].filter((letter) => frequent.has(letter)).length / Math.max(1, words.length)
  const sense = ((letters + words.length) / 2 - 3 * (text.match(odd) ?? []).length) / Math.max(1, signs.length)
  return Math.max(0, sense) * Math.min(1, share / leastFrequent)
}
