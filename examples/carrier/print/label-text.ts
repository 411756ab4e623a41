import { addressLines } from '#lib/postal-address.ts'
import type { Address } from '../parcel.ts'

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

/** An address by the rules of its country, with the country last. */
export function linesOfAddress({ lines, postcode, ...address }: Address): string[] {
  const [line1 = null, line2 = null, ...rest] = lines
  const line3 = rest.length > 0 ? rest.join(', ') : null
  const written = addressLines({ ...address, line1, line2, line3, postal_code: postcode })
  return [...written.map(({ text }) => text), (countries.of(address.country) ?? address.country).toUpperCase()]
}
