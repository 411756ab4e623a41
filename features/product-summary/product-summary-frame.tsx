import { useCallback, useState } from 'react'
import { paths } from '#web/paths.ts'
import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { Button } from '#shui/button/button.tsx'
import { useShui } from '#shui/context.tsx'
import { plainText } from '#shui/text/text-model.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import styles from './product-summary-frame.module.css'
import { pricingChange, summaryQuery, type PricingFields } from './product-summary.ts'
import { useSummaryFrame } from './use-summary-frame.ts'

interface ProductSummaryFrameProps {
  /** What the form says. Each change is told to the frame: give a text when it is typed, not with each letter. */
  pricing: PricingFields
  /** Fills in the price that the frame suggests. The button is not there without it. */
  onUsePrice?: (price: DisplayedPrice) => void
}

/** The product summary in a form: what the product typically sells for, to be taken as the price, and its insights. */
export function ProductSummaryFrame({ pricing, onUsePrice }: ProductSummaryFrameProps) {
  const { t } = useTexts()
  const { locale } = useShui()
  const [insights, openInsights] = useState<string | null>(null)
  // The first address; from then on the frame is told what changes and loads by itself.
  const [address] = useState(() => `${paths.productSummary}?${summaryQuery(pricing)}`)
  const { ref, shown, pending } = useSummaryFrame(pricing, openInsights)
  // Where the dialog's code cannot be had, its page opens instead.
  const showPage = useCallback(() => insights !== null && location.assign(paths.productInsights(insights)), [insights])
  const code = useLoaded(loadInsights, insights !== null, showPage)
  const price = shown?.price ?? null
  // Said when the seller has changed something: at first the frame is there to be read.
  const [first] = useState(pricing)
  const isChanged = pricingChange(first, pricing) !== null
  const news = isChanged && !pending ? priceText(price, { t, locale }) : ''
  return (
    <div className={styles.summary}>
      <div className={styles.room}>
        {/* eslint-disable-next-line react/iframe-missing-sandbox -- the hub's own page: it needs its session and script */}
        <iframe
          ref={ref}
          src={address}
          title={t('summary.frame')}
          className={styles.frame}
          height={shown?.contentHeight ?? firstHeight}
        />
      </div>
      <div role="status">
        <VisuallyHidden>{news}</VisuallyHidden>
      </div>
      {onUsePrice ? <UsePrice price={price} pending={pending} onUse={onUsePrice} /> : null}
      {insights === null || code === null ? null : (
        <code.InsightsDialog epid={insights} condition={pricing.condition ?? null} onClose={() => openInsights(null)} />
      )}
    </div>
  )
}

/** Few look at them: chart and dialog come only then. */
const loadInsights = () => import('./insights-dialog.tsx')

function priceText(price: DisplayedPrice | null, { t, locale }: Pick<Texts, 't' | 'locale'>): string {
  return price ? t('summary.now', { price: plainText({ value: price }, locale) }) : t('summary.noPrice')
}

/** Until the frame has said how high it is: three figures, a line and the link. */
const firstHeight = 122

interface UsePriceProps {
  price: DisplayedPrice | null
  pending: boolean
  onUse: (price: DisplayedPrice) => void
}

/** Always there and always as high, so that nothing moves when the price comes. */
function UsePrice({ price, pending, onUse }: UsePriceProps) {
  const { t } = useTexts()
  const { locale } = useShui()
  if (pending || !price) {
    const reason = t(pending ? 'summary.waiting' : 'summary.useNone')
    return (
      <Button size="small" disabled disabledReason={reason}>
        {reason}
      </Button>
    )
  }
  return (
    <Button size="small" onClick={() => onUse(price)}>
      {t('summary.use', { price: plainText({ value: price }, locale) })}
    </Button>
  )
}
