import { describe, expect, it } from 'vitest'
import type { Entry, FundsPlace } from '../entry.ts'
import { ledgerPolicy } from '../ledger-policy.ts'
import { testLedgerRules } from '../testing.ts'
import { postAdjustment } from './adjustment.ts'
import { postCancellation } from './cancellation.ts'
import { postCharge } from './charge.ts'
import { postCostOfGoods, postGoodsReturned } from './cost-of-goods.ts'
import { postDisputeLost, postDisputeOpened, postDisputeWon } from './dispute.ts'
import { postFundsAvailable } from './funds-available.ts'
import { postHoldPlaced, postHoldReleased } from './hold.ts'
import { postLabel, postLabelVoided } from './label.ts'
import { postPayoutFailed, postPayoutPaid, postPayoutStarted } from './payout.ts'
import { postRefund, type MadeRefund } from './refund.ts'
import { postReversal } from './reversal.ts'
import { postSale, type Sale } from './sale.ts'

const at = new Date('2026-03-02T10:00:00Z')
const us = ledgerPolicy(testLedgerRules, { country: 'US', currency: 'USD' })
const gb = ledgerPolicy(testLedgerRules, { country: 'GB', currency: 'GBP' })
const order = { orderId: 12, orderNumber: '12-00000-00001', at, currency: 'USD' }
const available: FundsPlace = { state: 'AVAILABLE', availableAt: at, holdId: null }

const sale: Sale = {
  ...order,
  paidAt: at,
  lines: [{ lineItemId: 7, group: 'DEFAULT', itemMinor: 5000, shippingMinor: 500, taxMinor: 440 }],
  isInternational: false,
  isBelowStandard: false,
}

const refund: MadeRefund = {
  ...order,
  refundId: 3,
  parts: [
    { lineItemId: 7, kind: 'ITEM', minor: 5000 },
    { lineItemId: 7, kind: 'SHIPPING', minor: 500 },
    { lineItemId: 7, kind: 'TAX', minor: 440 },
  ],
  lines: [{ lineItemId: 7, baseMinor: 5940, feeMinor: 808, goneMinor: 0, creditedMinor: 0 }],
  feeSchedule: 'US 2026-01-01',
  place: available,
}

const posted = ({ postings }: Entry) => postings.map(({ account, amountMinor }) => [account, amountMinor])

describe('the golden journal of seller-hubs 5.4', () => {
  const label = postLabel({ ...order, labelId: '5', costMinor: 512, description: 'USPS Ground' })
  const goods = postCostOfGoods({ ...order, shipmentId: 9, lineItemId: 7, part: 0, revision: 1, costMinor: 2100 })
  const payout = { payoutId: 4, at, currency: 'USD', amountMinor: 4140 }
  const entries = [
    postSale(sale, us),
    label,
    goods,
    postFundsAvailable({ of: '1', at, currency: 'USD', orderId: 12, amountMinor: 4652 }),
    postPayoutStarted(payout),
    postPayoutPaid(payout),
    postRefund(refund, us),
  ]

  it('posts the sale, with marketplace tax beside the funds and fees on 59.40', () =>
    expect(posted(postSale(sale, us))).toEqual([
      ['funds:processing', 5500],
      ['revenue:item', -5000],
      ['revenue:shipping', -500],
      ['tax:marketplace_collected', 440],
      ['tax:marketplace_remitted', -440],
      ['fees:fvf_variable', 808],
      ['fees:fvf_fixed', 40],
      ['funds:processing', -848],
    ]))

  it('posts label and goods', () => {
    expect(posted(label)).toEqual([
      ['labels', 512],
      ['funds:available', -512],
    ])
    expect(posted(goods)).toEqual([
      ['cogs', 2100],
      ['inventory', -2100],
    ])
  })

  it('posts the payout of 41.40 to the bank', () => {
    expect(posted(postPayoutStarted(payout))).toEqual([
      ['payout_clearing', 4140],
      ['funds:available', -4140],
    ])
    expect(posted(postPayoutPaid(payout))).toEqual([
      ['bank', 4140],
      ['payout_clearing', -4140],
    ])
  })

  it('posts a full refund, with the percentage fee credited and the fixed fee kept', () =>
    expect(posted(postRefund(refund, us))).toEqual([
      ['refunds', 5000],
      ['refunds', 500],
      ['tax:marketplace_remitted', 440],
      ['tax:marketplace_collected', -440],
      ['funds:available', -5500],
      ['funds:available', 808],
      ['fees:fvf_variable', -808],
    ]))

  it('leaves the seller down by the fixed fee, the label and the goods', () => {
    const balances = new Map<string, number>()
    for (const [account, minor] of entries.flatMap(posted))
      balances.set(String(account), (balances.get(String(account)) ?? 0) + Number(minor))
    const of = (account: string) => balances.get(account) ?? 0
    expect(of('bank')).toBe(4140)
    expect(of('funds:available')).toBe(-5500 + 808)
    expect(of('funds:processing') + of('payout_clearing') + of('fees:fvf_variable')).toBe(0)
    const funds = of('bank') + of('funds:available')
    expect(funds).toBe(-(40 + 512))
    expect([...balances.values()].reduce((sum, minor) => sum + minor, 0)).toBe(0)
  })

  it('leaves the seller down by the fixed fee and the label once the goods are in stock again', () => {
    const back = postGoodsReturned({ ...order, caseId: 6, lineItemId: 7, part: 0, revision: 1, costMinor: 2100 })
    expect(posted(back)).toEqual([
      ['cogs', -2100],
      ['inventory', 2100],
    ])
    const kept = ['bank', 'funds:available', 'inventory']
    const assets = [...entries, back].flatMap(posted).filter(([account]) => kept.includes(String(account)))
    expect(assets.reduce((sum, [, minor]) => sum + Number(minor), 0)).toBe(-(40 + 512))
  })

  it('has one transaction for each change of the funds', () =>
    expect(
      entries.flatMap(({ transaction }) =>
        transaction ? [[transaction.kind, transaction.grossMinor, transaction.feesMinor]] : [],
      ),
    ).toEqual([
      ['SALE', 5500, -848],
      ['LABEL', -512, 0],
      ['REFUND', -5500, 808],
    ]))
})

describe('tax that the seller collects', () => {
  it('is paid out with the sale, and goes back with the refund', () => {
    expect(posted(postSale({ ...sale, currency: 'GBP' }, gb))).toEqual([
      ['funds:processing', 5940],
      ['revenue:item', -5000],
      ['revenue:shipping', -500],
      ['tax:seller', -440],
      ['fees:fvf_variable', 766],
      ['fees:fvf_fixed', 40],
      ['funds:processing', -806],
    ])
    expect(posted(postRefund(refund, gb))).toEqual([
      ['refunds', 5000],
      ['refunds', 500],
      ['tax:seller', 440],
      ['funds:available', -5940],
      ['funds:available', 808],
      ['fees:fvf_variable', -808],
    ])
  })
})

describe('an event', () => {
  it('of a refund credits what all refunds so far are worth, less what was credited', () => {
    const part = (minor: number, goneMinor: number, creditedMinor: number) =>
      postRefund(
        {
          ...refund,
          parts: [{ lineItemId: 7, kind: 'ITEM', minor }],
          lines: [{ lineItemId: 7, baseMinor: 1000, feeMinor: 125, goneMinor, creditedMinor }],
        },
        us,
      ).transaction?.feesMinor
    expect([part(333, 0, 0), part(333, 333, 42), part(334, 666, 83)]).toEqual([42, 41, 42])
    // More than was paid, by an import.
    expect(part(5000, 1000, 125)).toBe(0)
  })

  it('of a refund takes the money from where its sale’s is', () => {
    const place: FundsPlace = { state: 'ON_HOLD', availableAt: at, holdId: 5 }
    const entry = postRefund({ ...refund, place }, us)
    expect(entry.transaction).toMatchObject(place)
    expect(posted(entry)).toContainEqual(['funds:hold', -5500])
  })

  it('of a cancelled order credits the fixed fee', () => {
    const cancelled = { ...order, fixedFeeMinor: 40, feeSchedule: 'US 2026-01-01', place: available }
    expect(posted(postCancellation(cancelled))).toEqual([
      ['fees:fvf_fixed', -40],
      ['funds:available', 40],
    ])
  })

  it('of a hold moves money between accounts', () => {
    const held = { holdId: 2, orderId: 12, at, currency: 'USD', processingMinor: 4652, availableMinor: -100 }
    expect(posted(postHoldPlaced(held))).toEqual([
      ['funds:hold', 4552],
      ['funds:processing', -4652],
      ['funds:available', 100],
    ])
    expect(posted(postHoldReleased({ ...held, processingMinor: 0, availableMinor: 4552 }))).toEqual([
      ['funds:hold', -4552],
      ['funds:available', 4552],
    ])
  })

  it('of a payout that failed, or came back from the bank, makes its money available', () => {
    const payout = { payoutId: 4, at, currency: 'USD', amountMinor: 4140 }
    expect(posted(postPayoutFailed({ ...payout, wasPaid: false }))).toEqual([
      ['funds:available', 4140],
      ['payout_clearing', -4140],
    ])
    expect(posted(postPayoutFailed({ ...payout, wasPaid: true }))).toEqual([
      ['funds:available', 4140],
      ['bank', -4140],
    ])
  })

  it('of a dispute takes its amount, and returns it or charges the fee', () => {
    const dispute = { ...order, disputeId: '8', amountMinor: 5500, place: available }
    expect(posted(postDisputeOpened(dispute))).toEqual([
      ['disputes', 5500],
      ['funds:available', -5500],
    ])
    expect(posted(postDisputeWon(dispute))).toEqual([
      ['disputes', -5500],
      ['funds:available', 5500],
    ])
    expect(posted(postDisputeLost({ ...dispute, feeMinor: 2000 }))).toEqual([
      ['fees:dispute', 2000],
      ['funds:available', -2000],
    ])
  })

  it('of a charge, an adjustment or a label that was given back changes the available funds', () => {
    const charge = {
      chargeId: 'c1',
      at,
      currency: 'USD',
      amountMinor: 2195,
      description: 'Shop subscription',
      order: null,
    }
    expect(posted(postCharge({ ...charge, account: 'fees:other' }))).toEqual([
      ['fees:other', 2195],
      ['funds:available', -2195],
    ])
    const adjustment = {
      adjustmentId: 'a1',
      at,
      currency: 'USD',
      amountMinor: 300,
      description: 'Goodwill',
      order: null,
    }
    expect(posted(postAdjustment(adjustment))).toEqual([
      ['adjustments', -300],
      ['funds:available', 300],
    ])
    const label = { ...order, labelId: '5', costMinor: 512, description: 'USPS Ground' }
    expect(posted(postLabelVoided(label))).toEqual([
      ['labels', -512],
      ['funds:available', 512],
    ])
    expect(postLabelVoided(label).key).not.toBe(postLabel(label).key)
  })

  it('that was a mistake is taken back from where its money is now', () => {
    const reversal = postReversal({ id: 31, entry: postSale(sale, us), at, place: available })
    expect(reversal).toMatchObject({
      key: 'reversal sale 12',
      kind: 'REVERSAL',
      reversesId: 31,
      transaction: { grossMinor: -5500, feesMinor: 848, state: 'AVAILABLE' },
    })
    expect(posted(reversal).slice(0, 2)).toEqual([
      ['funds:available', -5500],
      ['revenue:item', 5000],
    ])
  })
})
