import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { ProductSummaryFrame } from '#features/selling/product-summary/product-summary-frame.tsx'
import { currencyDecimals } from '#lib/money.ts'
import { useTexts } from '#texts/context.tsx'
import { fillFields } from '../form/fill-fields.ts'
import { useChosenRow, useFormView, useSettledTyped } from '../form/form-context.tsx'
import { priceField, typedVariation } from '../form/typed-form.ts'

/** What the product sells for, framed beside the price; it follows what is typed, and its price can be taken. */
export function PriceEvidence() {
  const { product, listing, hidden, currency } = useFormView()
  const texts = useTexts()
  const typed = useSettledTyped()
  const target = priceField(typed, useChosenRow())
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
    if (target && other === currency) fillFields([target.field], texts.typed(value.toFixed(currencyDecimals(currency))))
  }
  return (
    <ProductSummaryFrame
      pricing={pricing}
      variation={target?.variation ?? null}
      onUsePrice={target ? takePrice : undefined}
    />
  )
}
