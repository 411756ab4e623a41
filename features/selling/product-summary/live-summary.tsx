import { useCallback, useLayoutEffect, useState, type RefObject } from 'react'
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
import type { PricingFields } from './pricing-query.ts'
import { pricingChange } from './product-summary.ts'
import { useSummaryFrame } from './use-summary-frame.ts'

interface LiveSummaryProps {
  frame: RefObject<HTMLIFrameElement | null>
  first: PricingFields
  pricing: PricingFields
  variation: string | null
  onUsePrice?: (price: DisplayedPrice) => void
}

/** Exchanges messages with the frame: height, changes, price, and insights. */
export function LiveSummary({ frame, first, pricing, variation, onUsePrice }: LiveSummaryProps) {
  const { t } = useTexts()
  const { locale } = useShui()
  const [insights, openInsights] = useState<string | null>(null)
  const { shown, pending } = useSummaryFrame(frame, pricing, openInsights)
  const height = shown?.contentHeight
  useLayoutEffect(() => {
    if (height !== undefined) setHeight(frame.current, height)
  }, [frame, height])
  // If the dialog cannot be loaded, its page opens instead.
  const showPage = useCallback(() => insights !== null && location.assign(paths.productInsights(insights)), [insights])
  const code = useLoaded(loadInsights, insights !== null, showPage)
  const price = shown?.price ?? null
  // Announced only after the seller has changed something.
  const isChanged = pricingChange(first, pricing) !== null
  const news = isChanged && !pending ? priceText(price, { t, locale }) : ''
  return (
    <>
      {onUsePrice && price ? (
        <div className={styles.use}>
          <Button size="small" disabled={pending} onClick={() => onUsePrice(price)}>
            {t(variation === null ? 'summary.use' : 'summary.useFor', {
              price: plainText({ value: price }, locale),
              variation: variation ?? '',
            })}
          </Button>
        </div>
      ) : null}
      <div role="status">
        <VisuallyHidden>{news}</VisuallyHidden>
      </div>
      {insights === null || code === null ? null : (
        <code.InsightsDialog epid={insights} condition={pricing.condition ?? null} onClose={() => openInsights(null)} />
      )}
    </>
  )
}

function setHeight(frame: HTMLIFrameElement | null, height: number): void {
  if (frame) frame.style.height = `${height}px`
}

/** Loaded on demand: few users open them. */
const loadInsights = () => import('./insights-dialog.tsx')

function priceText(price: DisplayedPrice | null, { t, locale }: Pick<Texts, 't' | 'locale'>): string {
  return price ? t('summary.now', { price: plainText({ value: price }, locale) }) : t('summary.noPrice')
}
