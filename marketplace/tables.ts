import type { Schema } from '#db/schema.ts'

/** The tables that hold what a marketplace brings, in an order that lets each row find those that it refers to. */
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
