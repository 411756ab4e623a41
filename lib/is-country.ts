/** Unicode regions that are no ISO 3166 countries: unions, pseudo-regions, unknown. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Whether it is a country code (ISO 3166, and postal territories such as Kosovo's XK). `UK` is not; the code is GB. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  return regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code
}
