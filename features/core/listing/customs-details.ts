import { isCountry } from '#lib/is-country.ts'
import { keysOf } from '#lib/records.ts'

/** What customs ask of goods. It belongs to the SKU. */
export interface CustomsDetails {
  /** 6 to 12 digits of the Harmonized System. */
  hsCode: string | null
  /** ISO 3166-1 alpha-2. */
  originCountry: string | null
  description: string | null
  /** Declared for one item, in minor units of the listing's currency; null: what the buyer paid. */
  valueMinor: number | null
}

export const noCustoms: CustomsDetails = { hsCode: null, originCountry: null, description: null, valueMinor: null }

/** Names of the details in forms, columns and patches. */
export const customsFields = {
  hsCode: 'hsCode',
  originCountry: 'originCountry',
  customsDescription: 'description',
  customsValue: 'valueMinor',
} as const satisfies Record<string, keyof CustomsDetails>
export type CustomsField = keyof typeof customsFields

export const longestCustoms = 100

/** `9006.53 00` as its digits. */
export const tidyHsCode = (text: string): string => text.replaceAll(/[\s.]/g, '')
export const tidyCountry = (text: string): string => text.toUpperCase()

export type CustomsProblem = CustomsField | 'customsWithoutSku'

/** What is wrong with the details, wherever they were typed; empty if nothing is. */
export function customsProblems(
  customs: CustomsDetails,
  hasSku: boolean,
): { field: CustomsField; problem: CustomsProblem }[] {
  const isWrong: Record<CustomsField, (text: string) => boolean> = {
    hsCode: (digits) => !/^\d{6,12}$/.test(digits),
    originCountry: (code) => !isCountry(code),
    customsDescription: (text) => text.length > longestCustoms,
    customsValue: (minor) => Number(minor) < 1,
  }
  const filled = keysOf(customsFields).filter((field) => customs[customsFields[field]] !== null)
  if (!hasSku) return filled.map((field) => ({ field, problem: 'customsWithoutSku' }))
  const wrong = filled.filter((field) => isWrong[field](String(customs[customsFields[field]])))
  return wrong.map((field) => ({ field, problem: field }))
}
