/** Unicode regions that are no ISO 3166 countries: unions, pseudo-regions, unknown. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether it is a country code (ISO 3166, and postal territories such as Kosovo's XK). `UK` is not; the code is GB. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  return regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code
}

const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth))

export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter(isCountry)

/** Whether it is the code of a current currency (ISO 4217). `GBX`, for pence, is not. */
export const isCurrency = (code: string): boolean => currencies.has(code)
