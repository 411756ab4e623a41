import type { Schema } from '#db/schema.ts'

/** Tables filled by a marketplace, ordered by reference. */
export const marketplaceTables = [
  'sellers',
  'products',
  'listings',
  'buyers',
  'addresses',
  'orders',
  'line_items',
  'payments',
  'refunds',
  'shipments',
  'shipment_lines',
  'cancellations',
  'feedback',
] as const satisfies readonly (keyof Schema)[]
