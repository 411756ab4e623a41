import { rowsOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { postCharge } from '#features/core/ledger/events/charge.ts'
import { postRefund } from '#features/core/ledger/events/refund.ts'
import { postSale } from '#features/core/ledger/events/sale.ts'
import { ledgerPolicy } from '#features/core/ledger/ledger-policy.ts'
import { testLedgerRules } from '#features/core/ledger/testing.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { addPayout, addHold, addTransaction } from '#features/payments/transactions/testing-money.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { day } from '#lib/duration.ts'
import { refusalOf, sellHub, type SellHub } from './testing.ts'

type Tool = ReturnType<SellHub['toolOf']>

const now = new Date('2026-11-27T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)
const usd = (value: string) => ({ value, currency: 'USD' })

let sell: SellHub

const db = await testDatabase()
sell = await sellHub(db, () => now)
const sellerId = await addSeller(db, 'harbour', { country: 'US', currency: 'USD' })
const tool = sell.toolOf(await sell.makeKey(sellerId))
const newcomer = sell.toolOf(await sell.makeKey(await addSeller(db, 'newcomer')))
const order = await addOrderToShip(db, sellerId, [1, 1], { placedAt: ago(20) })
await db.owner.updateTable('orders').set({ external_id: 'A-77' }).where('id', '=', order.id).execute()
await post()
const paid = await addPayout(db, sellerId, { amount: 2_000, at: ago(30), currency: 'USD' })
const failed = await addPayout(db, sellerId, {
  amount: 900,
  at: ago(10),
  currency: 'USD',
  state: 'TERMINAL_FAILED',
  failure: 'ACCOUNT_CLOSED',
  bank_reference: null,
})
const money = { currency: 'USD', at: ago(40) }
await addTransaction(db, sellerId, { ...money, gross: 2_300, fees: -300, state: 'PAID_OUT', payout: paid.id })
await addTransaction(db, sellerId, { ...money, at: ago(3), kind: 'LABEL', gross: -512, description: 'USPS Ground' })
await addTransaction(db, sellerId, { ...money, at: ago(200), kind: 'ADJUSTMENT', gross: 100 })
const hold = await addHold(db, sellerId, {
  orderId: order.id,
  at: ago(2),
  release_at: new Date('2026-12-01T00:00:00Z'),
})
await addTransaction(db, sellerId, { ...money, at: ago(2), gross: 700, state: 'ON_HOLD', hold })
await addTransaction(db, sellerId, { at: ago(1), gross: 50, currency: 'EUR' })

/** Posts the sale of seller-hubs 5.4, a refund of half of it, and an advertisement. */
async function post() {
  const policy = ledgerPolicy(testLedgerRules, { country: 'US', currency: 'USD' })
  const lines = await rowsOf(db.owner, 'line_items', { order_id: order.id }, 'position')
  const ids = lines.map(({ id }) => id)
  const of = { orderId: order.id, orderNumber: order.number, currency: 'USD' }
  const line = { group: 'DEFAULT', itemMinor: 5_000, shippingMinor: 500, taxMinor: 440 }
  const free = { group: 'DEFAULT', itemMinor: 100, shippingMinor: 0, taxMinor: 0 }
  const entries = [
    postSale(
      {
        ...of,
        paidAt: ago(20),
        lines: [
          { ...line, lineItemId: ids[0]! },
          { ...free, lineItemId: ids[1]! },
        ],
        isInternational: false,
        isBelowStandard: false,
      },
      policy,
    ),
    postRefund(
      {
        ...of,
        refundId: 3,
        at: ago(5),
        parts: [
          { lineItemId: ids[0]!, kind: 'ITEM', minor: 2_500 },
          { lineItemId: ids[0]!, kind: 'TAX', minor: 220 },
        ],
        lines: [{ lineItemId: ids[0]!, baseMinor: 5_940, feeMinor: 808, goneMinor: 0, creditedMinor: 0 }],
        feeSchedule: 'US 2026-01-01',
        place: { state: 'PROCESSING', availableAt: ago(1), holdId: null },
      },
      policy,
    ),
    postCharge({
      chargeId: 'ad-1',
      at: ago(4),
      currency: 'USD',
      amountMinor: 300,
      account: 'advertising',
      description: 'Promoted listings, November',
      order: null,
    }),
  ]
  await db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, entries))
}

interface Listed {
  total: number
  limit: number
  next?: string
  transactions: { transactionType: string; transactionStatus: string; transactionId: string }[]
}
const listed = async (asked: Parameters<Tool['sell']['finances']['getTransactions']>[0] = {}): Promise<Listed> =>
  tool.sell.finances.getTransactions(asked)
const typesOf = ({ transactions }: Listed) => transactions.map(({ transactionType }) => transactionType)

describe('transactions in eBay’s format', () => {
  it('have the net amount, and the fees of each line with what they are worked out from', async () => {
    const { transactions } = await listed({ filter: `orderId:{${order.number}},transactionType:{SALE}` })
    const lineOf = (position: number) => `${order.number.replaceAll('-', '')}00${position}`
    expect(transactions).toEqual([
      {
        transactionId: expect.stringMatching(/^[0-9a-z]{12}$/),
        transactionType: 'SALE',
        transactionStatus: 'FUNDS_PROCESSING',
        transactionDate: '2026-11-07T12:00:00.000Z',
        amount: usd('47.38'),
        bookingEntry: 'CREDIT',
        orderId: order.number,
        salesRecordReference: 'A-77',
        buyer: { username: `buyer-${order.number}` },
        totalFeeBasisAmount: usd('60.40'),
        totalFeeAmount: usd('8.62'),
        orderLineItems: [
          {
            lineItemId: lineOf(1),
            feeBasisAmount: usd('59.40'),
            marketplaceFees: [
              { feeType: 'FINAL_VALUE_FEE', amount: usd('8.08') },
              { feeType: 'FINAL_VALUE_FEE_FIXED_PER_ORDER', amount: usd('0.40') },
            ],
          },
          {
            lineItemId: lineOf(2),
            feeBasisAmount: usd('1.00'),
            marketplaceFees: [{ feeType: 'FINAL_VALUE_FEE', amount: usd('0.14') }],
          },
        ],
        eBayCollectedTaxAmount: usd('4.40'),
      },
    ])
  })

  it('say by their booking entry who paid, and where the money is', async () => {
    expect((await listed()).transactions).toMatchObject([
      { transactionType: 'SALE', amount: { value: '0.50', currency: 'EUR' } },
      {
        transactionType: 'SALE',
        transactionStatus: 'FUNDS_ON_HOLD',
        transactionMemo: 'Funds on hold until 2026-12-01',
      },
      { transactionType: 'SHIPPING_LABEL', bookingEntry: 'DEBIT', amount: usd('5.12'), transactionMemo: 'USPS Ground' },
      { transactionType: 'NON_SALE_CHARGE', bookingEntry: 'DEBIT', amount: usd('3.00'), feeType: 'AD_FEE' },
      {
        transactionType: 'REFUND',
        bookingEntry: 'DEBIT',
        amount: usd('21.30'),
        totalFeeBasisAmount: usd('27.20'),
        totalFeeAmount: usd('3.70'),
        eBayCollectedTaxAmount: usd('2.20'),
      },
      { transactionType: 'SALE' },
      { transactionType: 'SALE', transactionStatus: 'PAYOUT', payoutId: paid.number, amount: usd('20.00') },
    ])
  })

  it('are found by each filter; without one, those of the last 90 days', async () => {
    const found = async (filter: string) => typesOf(await listed({ filter }))
    const at = (days: number) => ago(days).toISOString()
    expect(await found(`transactionDate:[${at(300)}..${at(100)}]`)).toEqual(['ADJUSTMENT'])
    expect(await found('transactionType:{REFUND|NON_SALE_CHARGE}')).toEqual(['NON_SALE_CHARGE', 'REFUND'])
    expect(await found('transactionStatus:{FUNDS_AVAILABLE_FOR_PAYOUT},currency:{USD}')).toEqual([
      'SHIPPING_LABEL',
      'NON_SALE_CHARGE',
      'ADJUSTMENT',
    ])
    expect(await found(`buyerUsername:{buyer-${order.number}}`)).toEqual(['REFUND', 'SALE'])
    expect(await found('salesRecordReference:{A-77}')).toEqual(['REFUND', 'SALE'])
    expect(await found(`payoutId:{${paid.number}}`)).toEqual(['SALE'])
    const [newest] = (await listed({ limit: 1 })).transactions
    expect(await found(`transactionId:{${newest!.transactionId}},transactionType:{SALE}`)).toEqual(['SALE'])
    // The hub never moves money from a seller's bank.
    for (const filter of ['transactionType:{TRANSFER}', 'transactionStatus:{COMPLETED}'])
      expect(await tool.sell.finances.getTransactions({ filter })).toBe('')
  })

  it('are read page by page, newest or oldest first; those of a payout at once', async () => {
    const first = await listed({ limit: 4 })
    expect(first).toMatchObject({ total: 7, limit: 4, offset: 0 })
    const headers = { authorization: `Bearer ${await tool.OAuth2.getAccessToken()}` }
    const rest = (await (await fetch(first.next!, { headers })).json()) as Listed
    expect(rest.transactions).toHaveLength(3)
    expect(rest.next).toBeUndefined()
    const oldest = await listed({ sort: 'transactionDate', limit: 7 })
    expect(oldest.transactions.toReversed()).toEqual([...first.transactions, ...rest.transactions])
    expect(await listed({ filter: `payoutId:{${paid.number}}`, limit: 1 })).toMatchObject({ limit: 1_000, total: 1 })
    expect(await listed()).toMatchObject({ limit: 20 })
  })

  it('are summed up by type, in the shop’s currency or another', async () => {
    const sums = (filter: string) => tool.sell.finances.getTransactionSummary({ filter })
    expect(await sums('transactionStatus:{FUNDS_AVAILABLE_FOR_PAYOUT}')).toEqual({
      creditCount: 0,
      refundCount: 0,
      disputeCount: 0,
      shippingLabelCount: 1,
      shippingLabelAmount: usd('5.12'),
      shippingLabelBookingEntry: 'DEBIT',
      nonSaleChargeCount: 1,
      nonSaleChargeAmount: usd('3.00'),
      nonSaleChargeBookingEntry: 'DEBIT',
      adjustmentCount: 1,
      adjustmentAmount: usd('1.00'),
      adjustmentBookingEntry: 'CREDIT',
      transferCount: 0,
      onHoldCount: 0,
    })
    expect(await sums('transactionStatus:{FUNDS_ON_HOLD}')).toMatchObject({ onHoldCount: 1, onHoldAmount: usd('7.00') })
    expect(await sums('transactionStatus:{FUNDS_AVAILABLE_FOR_PAYOUT},currency:{EUR}')).toMatchObject({
      creditCount: 1,
      creditAmount: { value: '0.50', currency: 'EUR' },
    })
  })
})

describe('payouts in eBay’s format', () => {
  it('are listed, the oldest first, with their bank and what became of them', async () => {
    const sent = {
      payoutId: paid.number,
      payoutStatus: 'SUCCEEDED',
      payoutStatusDescription: 'Paid',
      amount: usd('20.00'),
      payoutDate: ago(30).toISOString(),
      transactionCount: 1,
      bankReference: 'HM-4410-1117',
      payoutInstrument: { instrumentType: 'BANK', nickname: 'Harbour Bank', accountLastFourDigits: '4410' },
    }
    const { total, payouts } = await tool.sell.finances.getPayouts()
    expect(total).toBe(2)
    expect(payouts[0]).toEqual(sent)
    expect(payouts[1]).toMatchObject({
      payoutId: failed.number,
      payoutStatus: 'TERMINAL_FAILED',
      payoutStatusDescription: 'Failed: The account is closed',
      lastAttemptedPayoutDate: ago(10).toISOString(),
    })
    expect(await tool.sell.finances.getPayout(paid.number)).toEqual(sent)
  })

  it('are found by state and date, and summed up', async () => {
    const found = async (filter: string, sort?: '-payoutDate') => {
      const { payouts } = await tool.sell.finances.getPayouts({ filter, ...(sort && { sort }) })
      return payouts.map(({ payoutId }: { payoutId: string }) => payoutId)
    }
    expect(await found('payoutStatus:{SUCCEEDED}')).toEqual([paid.number])
    expect(await found(`payoutDate:[${ago(15).toISOString()}..]`)).toEqual([failed.number])
    expect(await found(`payoutDate:[${ago(90).toISOString()}..]`, '-payoutDate')).toEqual([failed.number, paid.number])
    expect(await tool.sell.finances.getPayoutSummary({ filter: 'payoutStatus:{SUCCEEDED}' })).toEqual({
      amount: usd('20.00'),
      payoutCount: 1,
      transactionCount: 1,
    })
    expect(await newcomer.sell.finances.getPayoutSummary()).toEqual({
      amount: { value: '0.00', currency: 'GBP' },
      payoutCount: 0,
      transactionCount: 0,
    })
  })
})

it('the funds of a seller are the balances of the ledger', async () => {
  // Sale 47.38 − refund 21.30; label −5.12, advertisement −3.00, adjustment 1.00.
  expect(await tool.sell.finances.getSellerFundsSummary()).toEqual({
    totalFunds: usd('25.96'),
    availableFunds: usd('-7.12'),
    processingFunds: usd('26.08'),
    fundsOnHold: usd('7.00'),
  })
})

it('a seller without money is answered without a body', async () => {
  const { finances } = newcomer.sell
  for (const answer of [finances.getSellerFundsSummary(), finances.getTransactions(), finances.getPayouts()])
    expect(await answer).toBe('')
})

it('what cannot be is refused with eBay’s ids', async () => {
  const { finances } = tool.sell
  const refused = async (asked: Promise<unknown>) => {
    const { status, id } = await refusalOf(asked)
    return `${status} ${id}`
  }
  const listedBy = (filter: string) => refused(finances.getTransactions({ filter }))
  expect(await refused(finances.getPayout('000000000000'))).toBe('404 135001')
  expect(await refused(finances.getPayout('x'))).toBe('404 135001')
  expect(await refused(finances.getPayouts({ filter: 'payoutStatus:{PAID}' }))).toBe('400 135002')
  expect(await refused(finances.getPayouts({ filter: 'payoutStatus:{' }))).toBe('400 135002')
  expect(await refused(finances.getPayouts({ limit: 201 }))).toBe('400 135003')
  expect(await refused(finances.getTransactions({ limit: 1_001 }))).toBe('400 135003')
  expect(await refused(finances.getPayoutSummary({ filter: 'payoutDate:[yesterday..]' }))).toBe('400 135004')
  expect(await refused(finances.getPayouts({ sort: 'amount' as 'payoutDate' }))).toBe('400 135005')
  expect(await listedBy('transactionType:{GIFT}')).toBe('400 135006')
  expect(await listedBy('transactionStatus:{GONE}')).toBe('400 135007')
  expect(await listedBy(`transactionDate:[${ago(1).toISOString()}..${ago(2).toISOString()}]`)).toBe('400 135008')
  expect(await listedBy('transactionId:{aaaaaaaaaaaa}')).toBe('400 135009')
  expect(await refused(finances.getTransactionSummary())).toBe('400 135011')
  expect(await refused(finances.getTransfer('1'))).toBe('404 135012')
  expect(await listedBy('colour:{RED}')).toBe('400 2004')
  expect(await listedBy('constructor:{RED}')).toBe('400 2004')
  expect(await listedBy('currency:{pounds}')).toBe('400 2004')
})

it('is read with eBay’s scope of finances', async () => {
  const scope = (name: string) => [`https://api.ebay.com/oauth/api_scope/${name}`]
  const key = await sell.makeKey(sellerId)
  const reader = sell.toolOf(key, scope('sell.finances'))
  expect(await reader.sell.finances.getPayouts()).toMatchObject({ total: 2 })
  const other = sell.toolOf(key, scope('sell.fulfillment.readonly'))
  expect(await refusalOf(other.sell.finances.getPayouts())).toMatchObject({ status: 403, id: 1100 })
})
