import type { Condition } from '#features/core/listing/listing-content.ts'
import { toDecimal, type Money } from '#lib/money.ts'
import type { TextModel, TextSpan } from '#shui/text/text-model.ts'
import type { Texts } from '#texts/texts.ts'
import { evidenceDays, type Evidence, type Figures, type FoundProduct } from './product-summary.ts'

/** The specification's `listingSummary`, shown by the frame and sent to its parent. */
export type ListingSummary = ReturnType<typeof listingSummary>

interface SummaryInput {
  listingId: string | null
  product: FoundProduct | null
  isAsked: boolean
  condition: Condition
  evidence: Evidence
  /** Whether the seller reads it; others do not see whose sales they are. */
  isOwner: boolean
}

export function listingSummary(summary: SummaryInput, texts: Texts) {
  const { t } = texts
  const { figures } = summary.evidence
  return {
    listingId: summary.listingId,
    epid: summary.product?.epid ?? null,
    // The typical price; `value` if there is a price.
    displayPrice: figures ? { value: valueOf(figures.typical), styles: ['BOLD'] } : nothing(t('summary.noPrice')),
    // The range.
    additionalPrice: figures ? { text: rangeText(figures, texts) } : nothing(t('summary.noRange')),
    // Usual shipping.
    logisticsCost: figures ? shippingText(figures.shipping, texts) : nothing(t('summary.noShipping')),
    // Quality of the evidence.
    bannerStatus: { textSpans: bannerSpans(summary, texts) },
  }
}

/** The interquartile range; a single price if both ends are equal. */
export function rangeText({ low, high }: Pick<Figures, 'low' | 'high'>, { t, money }: Texts): string {
  return low.minor === high.minor ? money(low) : t('summary.between', { low: money(low), high: money(high) })
}

const nothing = (spoken: string): TextModel => ({ text: '–', accessibilityText: spoken })

/** Text models use whole units; exact up to 15 digits. */
const valueOf = (money: Money) => ({ value: Number(toDecimal(money)), currency: money.currency })

function shippingText(shipping: Money, { t }: Texts): TextModel {
  return shipping.minor === 0 ? { text: t('summary.free') } : { value: valueOf(shipping) }
}

function bannerSpans({ product, isAsked, condition, evidence, isOwner }: SummaryInput, { t }: Texts): TextSpan[] {
  if (!product) return [{ text: t(isAsked ? 'summary.noProduct' : 'summary.noneAsked') }]
  const { strength, sales, ownSales, figures } = evidence
  const values = { n: sales, days: evidenceDays, condition: t(`summary.condition.${condition}`) }
  const spans: TextSpan[] = [
    { text: t(figures ? 'summary.based' : 'summary.few', values), styles: strength === 'good' ? ['POSITIVE'] : [] },
  ]
  if (sales > 0 && isOwner) spans.push({ text: ` · ${whoseText(sales, ownSales, t)}` })
  if (product.by !== 'epid')
    spans.push({
      text: ` · ${t(product.by === 'gtin' ? 'summary.byGtin' : 'summary.byTitle', { title: product.title })}`,
    })
  return spans
}

function whoseText(sales: number, ownSales: number, t: Texts['t']): string {
  if (ownSales === sales) return t('summary.allOwn')
  return ownSales === 0 ? t('summary.noneOwn') : t('summary.someOwn', { n: ownSales })
}
