import { isKeyOf } from '#lib/records.ts'

export const correctionReasons = ['COUNTED', 'RECEIVED', 'RETURNED', 'FOUND', 'DAMAGED', 'LOST', 'OTHER'] as const
export type CorrectionReason = (typeof correctionReasons)[number]

/**
 * What moved stock other than the sale or parcel of an order, kept with the movement. `by` is the member's name as it
 * was; `sku` names the variation, and `at` the location if there are several.
 */
export type StockCause =
  | { kind: 'CORRECTION'; reason: CorrectionReason; by: string; sku: string; at?: string }
  | { kind: 'COUNT'; count: string; by: string; sku: string; at?: string }
  | { kind: 'PURCHASE'; purchase: string; by: string; sku: string; at?: string }
  | { kind: 'CANCELLATION' | 'REPLACEMENT' | 'RETURN'; order: string }
  | { kind: 'BULK_EDIT'; edit: string }
  | { kind: 'UPLOAD'; file: string }
  | { kind: 'OFFER'; offer: string }
  | { kind: 'API' }
  | { kind: 'SHARED' }
  /** The parts of a kit changed. */
  | { kind: 'PARTS' }

const fields: Record<StockCause['kind'], readonly string[]> = {
  CORRECTION: ['reason', 'by', 'sku'],
  COUNT: ['count', 'by', 'sku'],
  PURCHASE: ['purchase', 'by', 'sku'],
  CANCELLATION: ['order'],
  REPLACEMENT: ['order'],
  RETURN: ['order'],
  BULK_EDIT: ['edit'],
  UPLOAD: ['file'],
  OFFER: ['offer'],
  API: [],
  SHARED: [],
  PARTS: [],
}

/** Parses a stored cause; null if none is stored, or one of a later version. */
export function parseStockCause(stored: Readonly<Record<string, string>> | null): StockCause | null {
  const kind = stored?.['kind'] ?? ''
  if (!stored || !isKeyOf(fields, kind) || fields[kind].some((name) => typeof stored[name] !== 'string')) return null
  if (kind === 'CORRECTION' && !correctionReasons.some((reason) => reason === stored['reason'])) return null
  // Its fields are those of the kind, checked above.
  return stored as StockCause
}
