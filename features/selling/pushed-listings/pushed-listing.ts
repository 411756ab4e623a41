import { customsProblems, customsFields, type CustomsDetails } from '#features/core/listing/customs-details.ts'
import type { CustomsChange } from '#features/core/listing/customs-details-db.server.ts'
import { trimmed } from '#lib/trimmed.ts'
import type { KitPart } from '#features/core/listing/kit.ts'
import type { Condition, PolicyKind } from '#features/core/listing/listing-content.ts'

export interface PushedVariation {
  /** Id in the shop. */
  id: string
  /** One value for each axis. */
  values: readonly string[]
  sku: string | null
  /** What it is made of; null or absent: as it is. */
  parts?: readonly KitPart[] | null
  priceMinor: number
  /** Null: as it is. */
  quantity: number | null
}

export interface PushedListing {
  /** Id in the shop, or the number of a listing that has none. */
  id: string
  /** Hash of what was sent, to recognize a repeated push. */
  pushedAs: string
  title: string
  description: string
  sku: string | null
  /** What it is made of; null or absent: as it is. */
  parts?: readonly KitPart[] | null
  /** Category as the shop calls it, and the path of the hub's; null if it is not mapped. */
  category: { name: string; path: string | null }
  condition: Condition
  /** Null if it has variations. */
  priceMinor: number | null
  /** Units on sale; null: as it is. */
  quantity: number | null
  /** Names of what variations differ in. */
  axes: readonly string[]
  variations: readonly PushedVariation[]
  aspects: Readonly<Record<string, readonly string[]>>
  imageUrls: readonly string[]
  /** Names of the seller's policies; a missing one stays as it is. */
  policies: Readonly<Partial<Record<PolicyKind, string>>>
  handlingDays: number | null
  /** Of all its SKUs; null details stay as they are. */
  customs: CustomsDetails
  isOnSale: boolean
  /** When the shop read what it sends, which tells a late message; null if it does not say. */
  asOf: Date | null
  /** Whether the shop says from now on what is left to sell, or the hub reckons it; null: as it is. */
  shopCounts: boolean | null
}

/** The listing without its units, which stay as they are, and which the hub counts. */
export const withoutUnits = (pushed: PushedListing): PushedListing => ({
  ...pushed,
  shopCounts: false,
  quantity: null,
  variations: pushed.variations.map((each) => ({ ...each, quantity: null })),
})

export const skusNamed = (pushed: readonly PushedListing[]): string[] =>
  pushed
    .flatMap(({ sku, variations }) => [sku, ...variations.map((each) => each.sku)])
    .flatMap((sku) => trimmed(sku ?? '') || [])

/** The customs details that pushed listings bring, if nothing is wrong with them. */
export const pushedCustoms = (pushed: readonly PushedListing[], currency: string): CustomsChange[] =>
  pushed.flatMap((each) => {
    const parts = Object.values(customsFields).filter((part) => each.customs[part] !== null)
    if (parts.length === 0 || customsProblems(each.customs, true).length > 0) return []
    const change = Object.fromEntries(parts.map((part) => [part, each.customs[part]]))
    return [...new Set(skusNamed([each]))].map((sku) => ({ sku, currency, change }))
  })
