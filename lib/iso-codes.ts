import { isCountry } from './is-country.ts'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth))

export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter(isCountry)

/** Whether it is the code of a current currency (ISO 4217). `GBX`, for pence, is not. */
export const isCurrency = (code: string): boolean => currencies.has(code)
