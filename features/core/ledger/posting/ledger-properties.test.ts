import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fundsAccount, type Entry } from '../entry.ts'
import { missingEntries } from './missing-entries.ts'
import { net, sum, type Books } from './testing-books.ts'
import { drafts, play, refundedMinor, steps } from './testing-history.ts'
import { testLedgerRules as rules } from '../testing.ts'

const currencies = ['USD', 'GBP', 'JPY']
const placesOf = {
  PROCESSING: fundsAccount('PROCESSING'),
  AVAILABLE: fundsAccount('AVAILABLE'),
  ON_HOLD: fundsAccount('ON_HOLD'),
  IN_PAYOUT: 'payout_clearing',
}

describe('after any history of sales, refunds, cancellations, holds, payouts and disputes', () => {
  const expectAlways = (check: (books: Books) => void) =>
    fc.assert(fc.property(drafts, steps, (pushed, history) => void play(pushed, history, check)))

  it('each entry sums to zero, and so do the books of each currency', () =>
    expectAlways(({ entries }) => {
      for (const { postings } of entries.values()) {
        expect(sum(postings.map(({ amountMinor }) => amountMinor))).toBe(0)
        expect(postings.every(({ amountMinor }) => Number.isSafeInteger(amountMinor) && amountMinor !== 0)).toBe(true)
      }
    }))

  it('funds by transaction are the balances of their accounts', () =>
    expectAlways((books) => {
      for (const currency of currencies)
        for (const [place, account] of Object.entries(placesOf)) {
          const rows = books.transactions.filter((row) => row.place === place && row.currency === currency)
          expect([currency, account, books.balance(account, currency)]).toEqual([currency, account, net(rows)])
        }
    }))

  it('a payout is the sum of its transactions, and none is in two payouts', () =>
    expectAlways(({ payouts, transactions }) => {
      for (const { id, amountMinor, state } of payouts)
        if (state !== 'FAILED') expect(net(transactions.filter((row) => row.payout === id))).toBe(amountMinor)
    }))

  it('nothing is posted twice, and currencies never mix', () =>
    expectAlways((books) => {
      for (const order of books.orders.values()) {
        const own = [...books.entries.values()].filter(({ orderId }) => orderId === order.id)
        expect(own.every(({ currency }) => currency === order.currency)).toBe(true)
        expect(missingEntries(order, rules, books.placeOf(order.id))).toEqual([])
      }
    }))

  it('a full refund credits exactly the percentage fee; only a cancellation credits the fixed fee', () =>
    expectAlways((books) => {
      for (const order of books.orders.values()) {
        const balance = (account: string) =>
          sum(
            [...books.entries.values()]
              .filter(({ orderId }) => orderId === order.id)
              .flatMap(({ postings }) => postings.flatMap((one) => (one.account === account ? one.amountMinor : []))),
          )
        expect(balance('fees:fvf_variable')).toBeGreaterThanOrEqual(0)
        if (order.isPaid && refundedMinor(order) === order.totalMinor) expect(balance('fees:fvf_variable')).toBe(0)
        if (order.isPaid) expect(balance('fees:fvf_fixed')).toBe(order.cancelledAt ? 0 : (order.fees?.fixedMinor ?? 0))
      }
    }))

  it('the same history again gives the same books', () =>
    fc.assert(
      fc.property(drafts, steps, (pushed, history) => {
        expect([...play(pushed, history).entries]).toEqual([...play(pushed, history).entries])
      }),
    ))

  it('posting everything of an order at once, as for orders older than the ledger, gives the same sums', () =>
    fc.assert(
      fc.property(drafts, steps, (pushed, history) => {
        const { orders, entries } = play(pushed, history)
        for (const order of orders.values()) {
          const kinds = new Set(['SALE', 'REFUND', 'OWN_PAYMENT', 'CANCELLATION'])
          const sums = (of: readonly Entry[]) => {
            const byAccount = new Map<string, number>()
            for (const { account, amountMinor } of of.flatMap(({ postings }) => postings)) {
              // Where the money is depends on when it was posted; how much it is does not.
              const name = account.startsWith('funds:') ? 'funds' : account
              byAccount.set(name, (byAccount.get(name) ?? 0) + amountMinor)
            }
            return Object.fromEntries([...byAccount].filter(([, minor]) => minor !== 0))
          }
          const atOnce = missingEntries({ ...order, posted: new Set(), fees: null }, rules, null)
          expect(sums(atOnce)).toEqual(
            sums([...entries.values()].filter(({ orderId, kind }) => orderId === order.id && kinds.has(kind))),
          )
        }
      }),
    ))
})
