import { countryCodes, isCountry } from '#lib/iso-codes.ts'

/** Languages in which marketplaces write the names of countries. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl']

/** Names that programs use beside those of Unicode. */
const others: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'korea, south': 'KR',
  'republic of ireland': 'IE',
  'russian federation': 'RU',
  turkey: 'TR',
  'viet nam': 'VN',
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

let known: ReadonlyMap<string, string> | undefined

function byName(): ReadonlyMap<string, string> {
  known ??= new Map([
    ...languages.flatMap((language) => {
      const words = new Intl.DisplayNames([language], { type: 'region' })
      return countryCodes.map((code) => [plain(words.of(code) ?? code), code] as const)
    }),
    ...Object.entries(others),
  ])
  return known
}

/** Parses a country's code or name; null if it is unknown. */
export function readCountry(text: string): string | null {
  const code = text.trim().toUpperCase()
  return isCountry(code) ? code : (byName().get(plain(text)) ?? null)
}
