import { mostTiers } from '#features/core/sale-event/checkout-discount.ts'

export const tierFields = Array.from(
  { length: mostTiers },
  (_, nth) => [`units${nth + 1}`, `percent${nth + 1}`] as const,
)
