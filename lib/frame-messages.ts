import type { QueryChange } from './query.ts'

/** What a frame and its parent send each other: a name, and what belongs to it. */
export interface Envelope {
  type: string
  data: Readonly<Record<string, unknown>>
}

/** Who may speak: exactly this window, at exactly one of these origins. */
export interface Speaker {
  window: unknown
  origins: readonly string[]
}

/**
 * The envelope of a message from the one who may speak, else null: from another window or origin, or without the shape
 * `{ type, data }`. Never throws and looks at the content last: what strangers send costs a comparison.
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

/** Longer values are no filter of a page: they would not fit its address. */
const longestValue = 500

/**
 * What a `conditionChange` asks the product summary's query to become, or null where its data are malformed: every key but
 * `fieldChanged`, and no `itemId` any more unless the condition is what changed (behaviour.md 7).
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

/** An amount as text models carry it: `value` in whole units of the currency. */
export interface DisplayedPrice {
  value: number
  currency: string
}

/** What a parent takes from `loadProductInsightsData`. */
export interface InsightsData {
  epid: string | null
  /** Height of the frame's content in CSS pixels. */
  contentHeight: number
  /** What the product typically sells for; null where the frame made up no price. */
  price: DisplayedPrice | null
}

/** Higher than any product summary: a frame cannot push the rest of its parent away, what is higher scrolls within. */
export const highestContent = 1200

/** Reads the data of a `loadProductInsightsData`; null where they are malformed. */
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
