/** Regions that Unicode names beside ISO 3166's countries: unions, pseudo-regions, what is not known. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether it is the code of a country (ISO 3166, and territories that post goes to, such as Kosovo's XK); `UK` is not, which means GB. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  return regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code
}

const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth))

/** The codes of all countries. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter(isCountry)

/** Whether it is the code of a currency that is in use (ISO 4217); `GBX`, which means pence, is not. */
export const isCurrency = (code: string): boolean => currencies.has(code)
