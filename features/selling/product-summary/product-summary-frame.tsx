import { useRef, useState } from 'react'
import { paths, withSearch } from '#web/paths.ts'
import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'
import styles from './product-summary-frame.module.css'
import { summaryQuery, type PricingFields } from './pricing-query.ts'

interface ProductSummaryFrameProps {
  /** What the form says. Each change is told to the frame: give a text when it is typed, not with each letter. */
  pricing: PricingFields
  /** The variation that the price would be taken for; null where there is only one thing. */
  variation?: string | null
  /** Fills in the price that the frame suggests. The button is not there without it. */
  onUsePrice?: (price: DisplayedPrice) => void
}

/**
 * The product summary in a form: what the product typically sells for, to be taken as the price, and its insights. The frame
 * stands in the HTML; what talks with it comes once there is something to say.
 */
export function ProductSummaryFrame({ pricing, variation = null, onUsePrice }: ProductSummaryFrameProps) {
  const { t } = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  // The first address; from then on the frame is told what changes and loads by itself.
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
/** Without it the frame can still be read. */
const stayQuiet = () => {}
