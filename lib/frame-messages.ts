import type { QueryChange } from './query.ts'

export interface Envelope {
  type: string
  data: Readonly<Record<string, unknown>>
}

/** The only accepted sender: this window at one of these origins. */
export interface Speaker {
  window: unknown
  origins: readonly string[]
}

/**
 * The envelope of a message from the accepted sender; null for another window or origin, or without the shape `{ type,
 * data }`. Never throws. Checks the sender first, so that messages from strangers cost one comparison.
 */
export function readMessage(
  event: { readonly source: unknown; readonly origin: string; readonly data: unknown },
  { window, origins }: Speaker,
): Envelope | null {
  if (window === null || event.source !== window || !origins.includes(event.origin)) return null
  const { data: envelope } = event
  if (!isRecord(envelope) || typeof envelope.type !== 'string' || !isRecord(envelope.data)) return null
  return { type: envelope.type, data: envelope.data }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maximum length of a filter value; longer ones would not fit a URL. */
const longestValue = 500

/**
 * The query changes of a `conditionChange` message, or null if malformed: every key except `fieldChanged`. Drops
 * `itemId` unless the condition is what changed (behaviour.md 7).
 */
export function conditionChanges(data: Envelope['data']): QueryChange[] | null {
  const { fieldChanged, ...changed } = data
  const changes: QueryChange[] = []
  for (const [key, value] of Object.entries(changed)) {
    if (!isFilterValue(value)) return null
    changes.push({ key, value })
  }
  if (fieldChanged !== 'condition') changes.push({ key: 'itemId', value: null })
  return changes
}

function isFilterValue(value: unknown): value is QueryChange['value'] {
  if (typeof value === 'string') return value.length <= longestValue
  return value === null || value === undefined || typeof value === 'boolean' || Number.isFinite(value)
}

/** An amount as in text models: `value` in whole units of the currency. */
export interface DisplayedPrice {
  value: number
  currency: string
}

/** The parent's view of `loadProductInsightsData`. */
export interface InsightsData {
  epid: string | null
  /** Height of the frame's content in CSS pixels. */
  contentHeight: number
  /** Typical selling price of the product; null if the frame computed none. */
  price: DisplayedPrice | null
}

/** Maximum height in pixels: a frame cannot push away the parent's content, and taller content scrolls. */
export const highestContent = 1200

export function readInsightsData({ epid, contentHeight, displayPrice }: Envelope['data']): InsightsData | null {
  if (typeof contentHeight !== 'number' || !(Number.isFinite(contentHeight) && contentHeight > 0)) return null
  if (epid !== null && epid !== undefined && typeof epid !== 'string') return null
  return {
    epid: epid || null,
    contentHeight: Math.min(Math.ceil(contentHeight), highestContent),
    price: priceOf(displayPrice),
  }
}

function priceOf(text: unknown): DisplayedPrice | null {
  if (!isRecord(text) || !isRecord(text.value)) return null
  const { value, currency } = text.value
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { value, currency } : null
}
