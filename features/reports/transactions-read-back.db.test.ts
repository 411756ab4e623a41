import { testHubAt } from '#features/people/accounts/testing.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import * as uploadPage from './upload-page/upload-page.tsx'
import * as reconcilePage from '#features/payments/reconcile/reconcile-page.tsx'
import { addTransaction } from '#features/payments/transactions/testing-money.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { day, hour } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { downloadFile, named, type TestPlan } from './testing-downloads.ts'

const { db, hub, now } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'read-back')
const { numRuns } = propertyRuns(30)

describe('a download of transactions', () => {
  const money = fc.record({
    gross: fc.integer({ min: 100, max: 500_000 }),
    fees: fc.integer({ min: 0, max: 99 }),
    refund: fc.option(fc.integer({ min: 1, max: 99 })),
    hoursAgo: fc.integer({ min: 1, max: 700 }),
  })
  /** Charges of no order. */
  const charges = 3

  beforeAll(async () => {
    const { sellerId } = shop
    for (const { gross, fees, refund, hoursAgo } of fc.sample(money, { numRuns, seed: 33 })) {
      const order = await addSold(db, sellerId)
      const at = new Date(now.getTime() - hoursAgo * hour)
      await addTransaction(db, sellerId, { at, gross, fees: 0 - fees, order })
      if (refund) await addTransaction(db, sellerId, { kind: 'REFUND', at, gross: 0 - refund, order })
    }
    for (let n = 1; n <= charges; n += 1)
      await addTransaction(db, sellerId, { kind: 'CHARGE', at: new Date(now.getTime() - n * day), gross: 0 - n })
  })

  it.each<[string, TestPlan, unread: number]>([
    [
      'under the hub’s own headers',
      {
        columns: [
          'payments.column.number',
          'payments.file.time',
          'payments.column.kind',
          'orders.export.order',
          'orders.export.currency',
          'word.amount',
          'payments.column.fees',
          'payments.column.net',
        ].map((column) => ({ column })),
      },
      0,
    ],
    [
      'as eBay’s transaction report, with decimal commas',
      {
        format: 'CSV_SEMICOLON',
        columns: named('', {
          'Transaction creation date': 'payments.file.time',
          Type: 'payments.column.kind',
          'Order number': 'orders.export.order',
          'Transaction ID': 'payments.column.number',
          'Net amount': 'payments.column.net',
          'Payout currency': 'orders.export.currency',
          'Payout ID': 'payments.column.payout',
          'Final Value Fee - variable': 'payments.column.fees',
          'Gross transaction amount': 'word.amount',
        }),
      },
      0,
    ],
    [
      'as eBay’s order earnings',
      {
        columns: named('', {
          'Order creation date': 'payments.file.time',
          'Order number': 'orders.export.order',
          'Payout currency': 'orders.export.currency',
          'Gross amount': 'word.amount',
          'Order earnings': 'payments.column.net',
        }),
      },
      charges,
    ],
  ])('reconciles with the books to the cent: %s', async (_, plan, unread) => {
    const file = await downloadFile({ db, hub, sellerId: shop.sellerId, now }, 'transactions', plan)
    const { location } = await shop.browser.post(uploadPage, paths.uploads, {
      step: 'read',
      kind: 'report',
      pasted: file,
    })
    const { model } = (await shop.browser.get(reconcilePage, location ?? '')).data
    const counts = model.tabs.map(({ label, count }: { label: { text: string }; count: string }) => [label.text, count])
    expect(Object.fromEntries(counts)).toMatchObject({
      Different: '0',
      'Missing here': '0',
      'Missing there': '0',
      'Not read': String(unread),
    })
    expect(model.sums.rows).toHaveLength(1)
    expect(model.sums.rows[0].cells.at(-1)).toBe('£0.00')
    // The same sum is said without a reserve only if all rows were read.
    expect(model.sums.isSame).toBe(unread === 0)
  })
})
