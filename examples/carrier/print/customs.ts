import { toDecimal } from '#lib/money.ts'
import type { Customs, Parcel } from '../parcel.ts'

export interface CustomsLine {
  text: string
  grams: number
  value: string
}

/** The rows of a declaration, and their sums. */
export function customsLines({ items, currency }: Customs): { lines: CustomsLine[]; grams: number; value: string } {
  const valueOf = (minor: number) => `${toDecimal({ minor, currency })} ${currency}`
  const lines = items.map(({ description, quantity, grams, valueMinor, hsCode, originCountry }) => ({
    text: `${quantity} x ${description} (HS ${hsCode ?? '-'}, ${originCountry})`,
    grams: grams * quantity,
    value: valueOf(valueMinor * quantity),
  }))
  return {
    lines,
    grams: lines.reduce((sum, { grams }) => sum + grams, 0),
    value: valueOf(items.reduce((sum, { valueMinor, quantity }) => sum + valueMinor * quantity, 0)),
  }
}

/** Numbers of sender and recipient in the declaration. */
export const customsNumbers = ({ customs }: Parcel): string[] =>
  [
    ['IOSS', customs?.ioss],
    ['Sender EORI', customs?.senderEori],
    ['Recipient EORI', customs?.recipientEori],
  ].flatMap(([name, number]) => (number ? [`${name} ${number}`] : []))

export const purposeOf = ({ purpose }: Customs): string => (purpose === 'SALE' ? 'Sale of goods' : 'Returned goods')
