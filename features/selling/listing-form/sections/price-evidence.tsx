import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { ProductSummaryFrame } from '#features/selling/product-summary/product-summary-frame.tsx'
import { currencyDecimals } from '#lib/money.ts'
import { useTexts } from '#texts/context.tsx'
import { fillFields } from '../form/fill-fields.ts'
import { useChosenRow, useFormView, useSettledTyped } from '../form/form-context.tsx'
import { priceField, typedVariation } from '../form/typed-form.ts'

/** Sold prices of the product beside the price field; follows the input, and its price can be taken over. */
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
    // With a product the title is irrelevant.
    title: product ? null : (typed['title'] ?? null),
    condition: typed['condition'] ?? null,
    format: typed['format'] ?? null,
    variation: typedVariation(typed),
  }
  // Prices in other currencies are ignored.
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
