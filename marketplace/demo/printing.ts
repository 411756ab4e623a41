import type { NewRow } from '#db/schema.ts'
import type { Offer } from './plan.ts'

const settings: Readonly<Record<string, Pick<NewRow<'print_settings'>, 'sender' | 'slip_text'>>> = {
  'harbour-camera': {
    sender: 'Unit 6, 14 Quay Lane\nFalmouth TR11 3LP',
    slip_text: 'Thank you for buying from Harbour Camera. Something not right? Write to us first: we mend it.',
  },
  'nordlicht-papier': {
    sender: 'Deichstraße 12\n20459 Hamburg',
    slip_text: 'Vielen Dank für Ihren Einkauf bei Nordlicht Papier.',
  },
}

const perBin = 4

/**
 * Print settings of the larger demo sellers: sender address and bins. A shelf has its department's letter; bins are
 * filled in SKU order.
 */
export function printingRows(
  seller_id: number,
  username: string,
  offers: readonly Offer[],
): { print_settings: NewRow<'print_settings'>[]; bins: NewRow<'bins'>[] } {
  const own = settings[username]
  if (!own) return { print_settings: [], bins: [] }
  const prefixes = [...new Set(offers.map(({ sku }) => sku.slice(0, 3)))].toSorted()
  const bins = offers.map(({ sku }) => {
    const shelf = String.fromCodePoint(65 + prefixes.indexOf(sku.slice(0, 3)))
    return { seller_id, sku, bin: `${shelf}-${String(Math.ceil(Number(sku.slice(4)) / perBin)).padStart(2, '0')}` }
  })
  return { print_settings: [{ seller_id, ...own, paper: 'A4', label_format: 'a4-2x7' }], bins }
}
