import { useCallback, useLayoutEffect, useState, type RefObject, useEffect, useRef } from 'react'
import { paths, withSearch } from '#web/paths.ts'
import { type DisplayedPrice, readInsightsData, readMessage, type InsightsData } from '#lib/frame-messages.ts'
import { Button } from '#shui/button/button.tsx'
import { useShui } from '#shui/context.tsx'
import { plainText } from '#shui/text/text-model.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import styles from './product-summary-frame.module.css'
import { type PricingFields, pricingOf, summaryQuery } from './pricing-query.ts'
import { pricingChange } from './product-summary.ts'

interface Shown {
  data: InsightsData
  pricing: PricingFields
}

interface SummaryFrame {
  /** Null before its first message. */
  shown: InsightsData | null
  /** The frame does not show the wanted product yet: its price must not be used. */
  pending: boolean
}

/**
 * The parent's side of the frame protocol (behaviour.md 7). Accepts messages only from its own frame at the hub's
 * origin. A frame handles one `conditionChange` until it has reloaded; the parent then compares again, so that the last
 * of many changes always arrives.
 */
function useSummaryFrame(
  ref: RefObject<HTMLIFrameElement | null>,
  pricing: PricingFields,
  onOpenInsights: (epid: string) => void,
): SummaryFrame {
  const latest = useRef({ pricing, onOpenInsights })
  const [shown, setShown] = useState<Shown | null>(null)

  useEffect(() => {
    latest.current = { pricing, onOpenInsights }
  })
  const change = shown && pricingChange(shown.pricing, pricing)
  const changeJson = change && JSON.stringify(change)
  useEffect(() => {
    if (changeJson) tell(ref.current, latest.current.pricing, JSON.parse(changeJson))
  }, [ref, changeJson])

  useEffect(() => {
    const take = (data: InsightsData | null) => {
      const next = data && { data, pricing: pricingOf(ref.current?.contentWindow?.location.search ?? '') }
      if (!next) return
      // Ignore repeated messages.
      setShown((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
      const missed = pricingChange(next.pricing, latest.current.pricing)
      if (missed) tell(ref.current, latest.current.pricing, missed)
    }
    const hear = (event: MessageEvent) => {
      const speaker = { window: ref.current?.contentWindow ?? null, origins: [window.location.origin] }
      const message = readMessage(event, speaker)
      if (message?.type === 'loadProductInsightsData') take(readInsightsData(message.data))
      if (message?.type === 'openProductInsights' && typeof message.data.epid === 'string')
        latest.current.onOpenInsights(message.data.epid)
    }
    window.addEventListener('message', hear)
    // Differences are sent after rendering.
    const existing = readExistingFrame(ref.current)
    if (existing) setShown({ data: existing, pricing: pricingOf(ref.current?.contentWindow?.location.search ?? '') })
    return () => window.removeEventListener('message', hear)
  }, [ref])

  return { shown: shown?.data ?? null, pending: !shown || change !== null }
}

/** Sends a change to a summary. A frame that failed to load is reloaded. */
function tell(frame: HTMLIFrameElement | null, pricing: PricingFields, data: unknown): void {
  if (!frame) return
  if (contentOf(frame)) frame.contentWindow?.postMessage({ type: 'conditionChange', data }, window.location.origin)
  else frame.src = withSearch(paths.productSummary, summaryQuery(pricing))
}

/** The summary in a frame; null if it shows another page, such as a browser error. */
function contentOf(frame: HTMLIFrameElement): HTMLElement | null {
  return frame.contentDocument?.querySelector<HTMLElement>('section[data-summary]') ?? null
}

/** A frame loaded before this script has already sent its message. It is same-origin: read its data directly. */
function readExistingFrame(frame: HTMLIFrameElement | null): InsightsData | null {
  const content = frame?.contentDocument?.readyState === 'complete' ? contentOf(frame) : null
  if (!content) return null
  const summary = JSON.parse(content.dataset.summary ?? '{}') as Record<string, unknown>
  return readInsightsData({ ...summary, contentHeight: content.getBoundingClientRect().height })
}

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
