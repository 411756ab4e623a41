import { plainHeader } from '#lib/match-columns.ts'

/** What Shopify writes for a product without variants. */
const noVariants = 'default title'

/**
 * Tells which rows are variants of a product: by the value of Shopify's first option, or by WooCommerce's type of
 * product, whose parents have variants, too.
 */
export function findVariants(header: readonly string[]): (fields: readonly string[]) => boolean {
  const names = header.map(plainHeader)
  const option = names.indexOf('option1 value')
  const type = names.includes('regular price') ? names.indexOf('type') : -1
  const cell = (fields: readonly string[], at: number) => (fields[at] ?? '').trim().toLowerCase()
  return (fields) =>
    !['', noVariants].includes(cell(fields, option)) || ['variable', 'variation'].includes(cell(fields, type))
}
