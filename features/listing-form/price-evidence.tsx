import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { fieldId } from '#features/listings/field-id.ts'
import { ProductSummaryFrame } from '#features/product-summary/product-summary-frame.tsx'
import { currencyDecimals } from '#lib/money.ts'
import { useFormView, useSettledTyped } from './form-context.tsx'

/** What the product sells for, framed beside the price; it follows what is typed, and its price can be taken. */
export function PriceEvidence() {
  const { product, listing, hidden, currency } = useFormView()
  const typed = useSettledTyped()
  const itemNumber = listing?.itemNumber ?? hidden.from
  const pricing = {
    listingId: itemNumber,
    itemId: itemNumber,
    epid: product?.epid ?? null,
    gtin: product?.gtin ?? null,
    // A product says more than its title: typing that changes nothing then.
    title: product ? null : (typed['title'] ?? null),
    condition: typed['condition'] ?? null,
    format: typed['format'] ?? null,
    variation: typed['axis1.values'] ?? null,
  }
  return <ProductSummaryFrame pricing={pricing} onUsePrice={(price) => fillPrice(price, currency)} />
}

/** Types a price into its field, as a hand would: whoever follows the form learns of it. A foreign currency is not taken. */
function fillPrice({ value, currency }: DisplayedPrice, own: string): void {
  const field = document.getElementById(fieldId('price'))
  if (!(field instanceof HTMLInputElement) || currency !== own) return
  field.value = value.toFixed(currencyDecimals(currency))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
