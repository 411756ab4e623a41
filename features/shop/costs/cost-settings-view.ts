import type { Row } from '#db/schema.ts'

export interface CostSettings {
  method: Row<'cost_settings'>['method']
  /** In the shop's currency; null if packaging is not counted. */
  packagingMinor: number | null
}

/** The stored settings, or those that apply without any. */
export function settingsModel(stored: Row<'cost_settings'> | undefined, currency: string): CostSettings {
  return {
    method: stored?.method ?? 'AVERAGE',
    packagingMinor: stored?.packaging_currency === currency ? stored.packaging_minor : null,
  }
}
