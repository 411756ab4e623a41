import { useEffect, useRef, useState, type RefObject } from 'react'
import { paths, withSearch } from '#web/paths.ts'
import { readInsightsData, readMessage, type InsightsData } from '#lib/frame-messages.ts'
import { pricingOf, summaryQuery, type PricingFields } from './pricing-query.ts'
import { pricingChange } from './product-summary.ts'

/** What the frame said last, and what its address asks for. */
interface Shown {
  data: InsightsData
  pricing: PricingFields
}

/** What the parent of a product summary knows of it. */
interface SummaryFrame {
  /** Null before it said anything. */
  shown: InsightsData | null
  /** What is shown is not (yet) about what is wanted: its price must not be taken. */
  pending: boolean
}

/**
 * The parent's side of the frame protocol (behaviour.md 7). Hears only its own frame's window at the hub's own origin.
 * A frame takes one `conditionChange` and then no other until it has loaded anew: whatever it shows then is compared with
 * what is wanted by now, so that of many quick changes the last one always arrives.
 */
export function useSummaryFrame(
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
  const wish = change && JSON.stringify(change)
  useEffect(() => {
    if (wish) tell(ref.current, latest.current.pricing, JSON.parse(wish))
  }, [ref, wish])

  useEffect(() => {
    const take = (data: InsightsData | null) => {
      const next = data && { data, pricing: pricingOf(ref.current?.contentWindow?.location.search ?? '') }
      if (!next) return
      // The same again changes nothing here, also ten thousand times.
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
    // What differs of it is told once it is drawn.
    const said = saidBefore(ref.current)
    if (said) setShown({ data: said, pricing: pricingOf(ref.current?.contentWindow?.location.search ?? '') })
    return () => window.removeEventListener('message', hear)
  }, [ref])

  return { shown: shown?.data ?? null, pending: !shown || change !== null }
}

/** Tells a summary what has changed. Where there is none, because it could not be loaded, it is loaded anew. */
function tell(frame: HTMLIFrameElement | null, pricing: PricingFields, data: unknown): void {
  if (!frame) return
  if (contentOf(frame)) frame.contentWindow?.postMessage({ type: 'conditionChange', data }, window.location.origin)
  else frame.src = withSearch(paths.productSummary, summaryQuery(pricing))
}

/** The summary in a frame; null while there is another page in it, such as the browser's own about a failure. */
function contentOf(frame: HTMLIFrameElement): HTMLElement | null {
  return frame.contentDocument?.querySelector<HTMLElement>('section[data-summary]') ?? null
}

/** A frame that was there before this page's script spoke while nobody listened. It is of our own origin: look it up. */
function saidBefore(frame: HTMLIFrameElement | null): InsightsData | null {
  const content = frame?.contentDocument?.readyState === 'complete' ? contentOf(frame) : null
  if (!content) return null
  const summary = JSON.parse(content.dataset.summary ?? '{}') as Record<string, unknown>
  return readInsightsData({ ...summary, contentHeight: content.getBoundingClientRect().height })
}
