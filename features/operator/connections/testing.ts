import type { ConnectionReport, Refusal } from './connection.ts'

/** An order that the hub refused. */
export const refusedOrder = (id: string, more: Partial<Refusal> = {}): Refusal => ({
  direction: 'TO_HUB',
  kind: 'ORDER',
  seller: 's-42',
  id,
  about: null,
  reason: 'It adds up to 45.00 GBP, and the shop says 44.99 GBP.',
  why: null,
  since: new Date('2026-11-22T09:12:00Z'),
  ...more,
})

/** The report of a connector at `now`, which has read both sides. */
export function reportOf(now: Date, more: Partial<ConnectionReport> = {}): ConnectionReport {
  return {
    shop: 'Vendure',
    shopVersion: '3.7.3',
    connectorVersion: '0.1.0',
    kitVersion: '0.1.0',
    reportsEvery: 180,
    shopReadAt: now,
    hubReadAt: now,
    eventsPlace: null,
    failure: null,
    failureWhy: null,
    counts: { listings: 88, orders: 1204, told: 310, waiting: 0, refused: more.refused?.length ?? 0 },
    takesOffers: true,
    refused: [],
    ...more,
  }
}
