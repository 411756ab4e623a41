import { parse } from 'csv-parse/sync'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { gbp, addTestListing, orderOf, soonAfter as now } from '#api/testing-orders.ts'
import { testApi, type TestApi } from '#api/testing.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundInput } from '#features/after-sale/refunds/refund.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import * as taxFile from '#features/payments/taxes/tax-file-resource.ts'
import * as taxesPage from '#features/payments/taxes/taxes-page.tsx'
import { CreditSheet } from '#features/shipping/printing/credit-note.server.tsx'
import { issueCreditNotes, readCreditNotes } from '#features/shipping/printing/credit-notes-db.server.ts'
import { issueInvoices } from '#features/shipping/printing/invoices-db.server.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller } from '#features/people/accounts/testing.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'

const texts = textsFor('en', 'Europe/London')
const money = (minor: number) => texts.money({ minor, currency: 'GBP' })

let db: TestDatabase
let api: TestApi
let owner: TestBrowser
let sellerId: number
let order: { id: number; number: string }

/** 45.00 with 7.50 of VAT inside, two taxes on top, and 5.50 of extras with VAT inside. */
beforeAll(async () => {
  db = await testDatabase()
  api = await testApi(db, { now: () => now })
  const ann = await addTestMember(api.hub, { name: 'Ann Example' })
  sellerId = await addTestSeller(db, { [ann.id]: 'owner' }, { external_id: 'shop' })
  owner = await signedInBrowser(api.hub, ann.email)
  const { lines, ...whole } = orderOf('T-1', await addTestListing(db, { sellerId, quantity: 9 }))
  const body = {
    ...whole,
    lines: [
      {
        ...lines[0],
        taxes: [
          { name: 'VAT', rate: '20', amount: gbp('7.50'), included: true },
          { name: 'New York', rate: '4', amount: gbp('1.80') },
          { name: 'New York City', rate: '4.5', amount: gbp('2.03') },
        ],
      },
    ],
    extras: [
      {
        kind: 'GIFT_WRAP',
        title: 'Red paper',
        amount: gbp('3.50'),
        taxes: [{ name: 'VAT', rate: '20', amount: gbp('0.58'), included: true }],
      },
      { kind: 'TIP', title: 'Tip', amount: gbp('2.00') },
    ],
    payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T09:31:00Z' },
  }
  expect(await api.ask('POST', '/sellers/shop/orders', { body })).toMatchObject({
    status: 201,
    body: { total: gbp('54.33'), tax: gbp('3.83') },
  })
  order = await db.owner
    .selectFrom('orders')
    .select(['id', 'order_number as number'])
    .where('external_id', '=', 'T-1')
    .executeTakeFirstOrThrow()
  await db.asSeller(sellerId, 'write', (own) => issueInvoices(own, issuing()))
})

const issuing = () => {
  const seller = { name: 'Ann', lines: ['1 High Street'], country: 'GB', taxNumber: '' }
  return { sellerId, orderIds: [order.id], issuer: { prefix: '', seller, text: '' }, issuedBy: 'Ada', now }
}

async function refund(input: RefundInput): Promise<void> {
  const key = newRefundKey()
  const actor = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const
  const number = assertDefined(parseOrderNumber(order.number), 'it is one')
  const outcome = await db.asSeller(sellerId, 'write', (own) =>
    refundOrder(own, { sellerId, number, key, reason: 'OTHER_ADJUSTMENT', input, actor, now }),
  )
  expect(outcome).toMatchObject({ ok: true })
  await settleRefund(api.hub, sellerId, key)
}

/** The latest credit note, and its sums. */
async function latestNote(): Promise<{ paper: string; sums: (string | undefined)[][] }> {
  await db.asSeller(sellerId, 'write', (own) => issueCreditNotes(own, issuing()))
  const notes = await db.asSeller(sellerId, 'read', (own) => readCreditNotes(own, sellerId, [order.id]))
  const note = assertDefined(notes.at(-1), 'it was issued')
  const paper = renderToStaticMarkup(createElement(CreditSheet, { note, setting: { texts, printed: 'today' } }))
  const sums = [...paper.matchAll(/<tr class="sum[^>]*><td>([^<]*)<\/td><td class="figure">([^<]*)</g)]
  return { paper, sums: sums.map(([, label, amount]) => [label, amount]) }
}

const taxRows = async () => {
  const { data } = await owner.get(taxesPage, paths.taxes('2026-11'))
  return data.model.currencies.flatMap(({ rows }: { rows: Record<string, string>[] }) =>
    rows.map(({ tax, kind, collected, returned, net }) => [tax, kind, collected, returned, net]),
  )
}

describe('taxes with names', () => {
  it('are on the page of taxes by name and rate, those that prices contain apart from those that were added', async () => {
    expect(await taxRows()).toEqual([
      ['New York City 4.5%', 'Collected by you', money(203), '–', money(203)],
      ['New York 4%', 'Collected by you', money(180), '–', money(180)],
      ['VAT 20%', 'Contained in your prices', money(808), '–', money(808)],
    ])
  })

  it('are named on the credit note of a part, beside the extras that it gives back', async () => {
    await refund({ lines: new Map([[1, 2_250]]), shippingMinor: 0 })
    expect((await latestNote()).sums).toEqual([
      ['New York 4%', money(83)],
      ['New York City 4.5%', money(93)],
      ['Total credit', money(2_250)],
      ['Contains VAT 20%', money(346)],
    ])
    await refund({ lines: new Map(), shippingMinor: 0, extrasMinor: 550 })
    const { paper, sums } = await latestNote()
    expect(paper).toContain(`<td class="item">Red paper and Tip</td><td class="figure">${money(550)}`)
    expect(sums).toEqual([
      ['Total credit', money(550)],
      ['Contains VAT 20%', money(58)],
    ])
  })

  it('go back as a whole with all of the order, in the page, the file and the books', async () => {
    await refund('rest')
    expect(await taxRows()).toEqual([
      ['New York City 4.5%', 'Collected by you', money(203), money(-203), money(0)],
      ['New York 4%', 'Collected by you', money(180), money(-180), money(0)],
      ['VAT 20%', 'Contained in your prices', money(808), money(-808), money(0)],
    ])
    const records: Record<string, string>[] = parse(await owner.download(taxFile, paths.taxFile('2026-11')), {
      bom: true,
      columns: true,
    })
    expect(
      records.map((record) => [record['Tax'], record['Rate (%)'], record['With sales'], record['With refunds']]),
    ).toEqual([
      ['New York City', '4.5', '2.03', '-2.03'],
      ['New York', '4', '1.80', '-1.80'],
      ['VAT', '20', '8.08', '-8.08'],
    ])
    const { minor } = await db.owner
      .selectFrom('ledger_accounts')
      .select('balance_minor as minor')
      .where('seller_id', '=', sellerId)
      .where('account', '=', 'tax:seller')
      .executeTakeFirstOrThrow()
    expect(minor).toBe(0)
  })
})
