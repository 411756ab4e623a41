import { updateRows } from '#db/testing-row.ts'
import { expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { addTestShop, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { day } from '#lib/duration.ts'
import type { Hub } from '#web/hub.ts'
import { paths } from '#web/paths.ts'
import { addPayout, addTransaction } from '../transactions/testing-money.ts'
import * as uploadPage from '#features/reports/upload-page/upload-page.tsx'
import * as page from './reconcile-page.tsx'

/** A shop with books that reports are compared with. */
export interface ComparedBooks {
  owner: TestBrowser
  sellerId: number
  /** Four sold at £59.40 for £8.48 of fees, the last refunded in part, and one without money. */
  orders: { id: number; number: string }[]
  /** Number of a payout of £40.00 a day later. */
  payout: string
}

/** When the orders were sold. */
export const soldAt = new Date('2026-07-21T12:00:00Z')

/** Makes a shop with sales, a refund and a payout. */
export async function comparedBooks(db: Database, hub: Hub): Promise<ComparedBooks> {
  const { sellerId, browser: owner } = await addTestShop(hub)
  const orders: ComparedBooks['orders'] = []
  for (let index = 0; index < 5; index += 1) orders.push(await addSold(db, sellerId))
  const at = soldAt
  for (const order of orders.slice(0, 4)) await addTransaction(db, sellerId, { gross: 5_940, fees: -848, at, order })
  await addTransaction(db, sellerId, { kind: 'REFUND', gross: -1_000, fees: 136, at, order: orders[3] ?? null })
  await updateRows(db.owner, 'orders', { id: orders[1]?.id ?? 0 }, { external_id: 'MARKET-77' })
  const { number: payout } = await addPayout(db, sellerId, { amount: 4_000, at: new Date(at.getTime() + day) })
  return { owner, sellerId, orders, payout }
}

/** Uploads a report; returns its id. */
export async function uploadReport(owner: TestBrowser, text: string): Promise<string> {
  const { status, location } = await owner.post(uploadPage, paths.uploads, {
    step: 'read',
    kind: 'report',
    pasted: text,
  })
  expect(status).toBe(303)
  return new URL(location ?? '', 'http://hub').searchParams.get('report') ?? ''
}

/** Lines of a result in short: order, kind, difference and reasons. */
export async function reportLines(owner: TestBrowser, report: string, show: string): Promise<string[]> {
  const { data } = await owner.get(page, paths.reconciliation(report, show))
  return data.model.lines.map(
    ({ order, kind, difference, why }: Record<string, string> & { order: { text: string } }) =>
      [order.text, kind, difference, why].join(' | '),
  )
}
