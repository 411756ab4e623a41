import { useRef, useState } from 'react'
import { paths, withSearch } from '#web/paths.ts'
import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'
import styles from './product-summary-frame.module.css'
import { summaryQuery, type PricingFields } from './pricing-query.ts'

interface ProductSummaryFrameProps {
  /** The form's values. Each change is sent to the frame, so pass text only when a field is left. */
  pricing: PricingFields
  /** The variation a price would apply to; null without variations. */
  variation?: string | null
  /** Applies the suggested price; without it there is no button. */
  onUsePrice?: (price: DisplayedPrice) => void
}

/**
 * The product summary in a form: typical sold price, to be taken over, and insights. The frame is in the HTML; its
 * script loads on demand.
 */
export function ProductSummaryFrame({ pricing, variation = null, onUsePrice }: ProductSummaryFrameProps) {
  const { t } = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  // The initial URL; later changes are sent as messages.
  const [first] = useState(pricing)
  const [query] = useState(() => summaryQuery(pricing))
  const isAsked = Boolean(pricing.epid ?? pricing.gtin ?? pricing.title ?? pricing.itemId)
  const live = useLoaded(loadLive, isAsked || summaryQuery(pricing) !== query, stayQuiet)
  return (
    <div className={styles.summary} data-asked={isAsked || undefined} data-varied={variation !== null || undefined}>
      {/* eslint-disable-next-line react/iframe-missing-sandbox -- the hub's own page: it needs its session and script */}
      <iframe
        ref={frame}
        src={withSearch(paths.productSummary, query)}
        title={t('summary.frame')}
        className={styles.frame}
      />
      {live ? <live.LiveSummary {...{ frame, first, pricing, variation, onUsePrice }} /> : null}
    </div>
  )
}

const loadLive = () => import('./live-summary.tsx')
/** The frame is readable without it. */
const stayQuiet = () => {}
