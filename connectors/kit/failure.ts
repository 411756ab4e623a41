import { HubAway, HubRefusal } from './hub-client.ts'
import type { Why } from './source.ts'

/** Why a round failed, as the hub words it; null for a fault of the memory, which only its message tells. */
export function failureOf(error: unknown): Why | null {
  if (error instanceof HubAway) return { code: 'hub-away' }
  if (error instanceof HubRefusal) return { code: error.because.code, params: error.because.params }
  // Databases give their faults a code.
  if (!(error instanceof Error) || ('code' in error && typeof error.code === 'string')) return null
  const isAway = error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')
  return isAway ? { code: 'shop-away' } : { code: 'shop-fails', params: { detail: error.message } }
}
