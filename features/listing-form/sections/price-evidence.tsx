import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { fieldId } from '#features/listing/field-id.ts'
import { ProductSummaryFrame } from '#features/product-summary/product-summary-frame.tsx'
import { currencyDecimals } from '#lib/money.ts'
import { useTexts } from '#texts/context.tsx'
import { useFormView, useSettledTyped } from '../form/form-context.tsx'
import { priceFields, typedVariation } from '../form/typed-form.ts'

/** What the product sells for, framed beside the price; it follows what is typed, and its price can be taken. */
export function PriceEvidence() {
  const { product, listing, hidden, currency } = useFormView()
  const { t } = useTexts()
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
    variation: typedVariation(typed),
  }
  // A foreign currency is not taken.
  const takePrice = ({ value, currency: other }: DisplayedPrice) => {
    const names = other === currency ? priceFields(typed) : []
    const replaces = names.length > 1 && typed[names[0]!]
    if (!replaces || confirm(t('listingForm.price.replaceAll', { n: names.length })))
      fill(names, value.toFixed(currencyDecimals(currency)))
  }
  return <ProductSummaryFrame pricing={pricing} onUsePrice={takePrice} />
}

/** Types a text into fields, as a hand would: whoever follows the form learns of it. */
function fill(names: readonly string[], text: string): void {
  for (const name of names.toReversed()) {
    const field = document.getElementById(fieldId(name))
    if (!(field instanceof HTMLInputElement)) continue
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
}
