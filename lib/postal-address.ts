/** A postal address in parts; the country as ISO 3166-1 alpha-2. */
export interface PostalAddress {
  name: string
  /** Like the third line, absent from invoices issued before the field existed. */
  company?: string | null
  line1: string | null
  line2: string | null
  line3?: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
}

/** Order of lines and of parts within a line; a separator belongs to the part after it. */
type Layout = readonly string[]

const street = ['name', 'company', 'line1', 'line2', 'line3'] as const
const continental: Layout = [...street, 'postal city', 'region']

// Source: Universal Postal Union addressing sheets.
const layouts: readonly (readonly [countries: string, layout: Layout])[] = [
  ['US', [...street, 'city, region postal']],
  ['CA AU ID', [...street, 'city region postal']],
  ['GB IE ZA EG', [...street, 'city', 'region', 'postal']],
  ['NZ SG IN PK IL SA NG PE', [...street, 'city postal', 'region']],
  ['BR', [...street, 'postal city - region']],
  ['MX CN', [...street, 'postal city, region']],
  ['IT', [...street, 'postal city region']],
  ['JP KR TW CO', [...street, 'city, region postal']],
  ['TH', [...street, 'city', 'region postal']],
  ['LV', [...street, 'city, postal', 'region']],
  ['HU', ['name', 'company', 'city', 'line1', 'line2', 'line3', 'postal', 'region']],
  ['RU UA BY KZ', [...street, 'city', 'region', 'postal']],
]
const layoutOf = new Map(layouts.flatMap(([codes, layout]) => codes.split(' ').map((code) => [code, layout] as const)))

/** In their own script, these addresses run from large to small, with the name last. */
const ownScript: Readonly<Record<string, Layout>> = {
  JP: ['〒postal', 'region city', 'line1', 'line2', 'line3', 'company', 'name'],
  CN: ['postal', 'region city', 'line1', 'line2', 'line3', 'company', 'name'],
  TW: ['postal', 'region city', 'line1', 'line2', 'line3', 'company', 'name'],
  KR: ['region city', 'line1', 'line2', 'line3', 'company', 'name', 'postal'],
}
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Formats an address by the rules of its country's post, with the name and without the country. Empty lines are
 * omitted; every part appears.
 */
export function addressLines(address: PostalAddress): { text: string; isName: boolean }[] {
  const { country, city, line1 } = address
  const own = eastAsian.test(`${city}${line1 ?? ''}`) ? ownScript[country] : undefined
  const layout = own ?? layoutOf.get(country) ?? continental
  return layout.flatMap((line) => {
    const text = written(line, address)
    return text === '' ? [] : [{ text, isName: line === 'name' }]
  })
}

const part = /(name|company|line1|line2|line3|city|region|postal)/

function written(line: string, { postal_code, ...others }: PostalAddress): string {
  const values: Readonly<Record<string, string | null | undefined>> = { ...others, postal: postal_code }
  let text = ''
  let before = ''
  for (const piece of line.split(part)) {
    if (!part.test(piece)) {
      before = piece
      continue
    }
    const value = values[piece]?.trim()
    // A prefix sign belongs to the first part; between parts it only separates.
    if (value) text += (text === '' ? before.trim() : before) + value
  }
  return text
}
