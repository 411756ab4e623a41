import { describe, expect, it } from 'vitest'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import { listRoutes } from '#features/machinery/grid/list-routes.server.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { paths, withQuery } from '#web/paths.ts'
import { addPayout, addTransaction } from '../transactions/testing-money.ts'
import * as payoutPage from './payout-page.tsx'
import { payoutsList } from './payouts-list.server.ts'

const { db, hub } = await testHubAt('2026-11-22T10:40:00Z')
const list = { loader: listRoutes(payoutsList).page }

const numbers: Record<string, string> = {}

const { sellerId, browser: owner } = await addTestShop(hub)
const add = async (
  name: string,
  at: string,
  rows: [kind: 'SALE' | 'REFUND', gross: number][],
  change: Parameters<typeof addPayout>[2] | object = {},
) => {
  const amount = rows.reduce((sum, [, gross]) => sum + gross, 0)
  // Letters alone, so that no amount is found in a number.
  const payout_number = `${name}abcdefghijkl`.slice(0, 12)
  const { id, number } = await addPayout(db, sellerId, { amount, at: new Date(at), payout_number, ...change })
  numbers[name] = number
  for (const [kind, gross] of rows)
    await addTransaction(db, sellerId, { kind, gross, at: new Date(at), state: 'PAID_OUT', payout: id })
}
await add(
  'first',
  '2026-10-20',
  [
    ['SALE', 100_000],
    ['SALE', 20_000],
    ['SALE', 12_345],
  ],
  { bank_reference: 'HM-9_1' },
)
await add('yen', '2026-10-23', [['SALE', 4_250]], { currency: 'JPY', bank_reference: 'YEN' })
await add('failed', '2026-10-27', [], { amount: 500, state: 'REVERSED', bank_reference: 'HM-9x1' })
await add(
  'second',
  '2026-11-03',
  [
    ['SALE', 100_000],
    ['REFUND', -40_000],
  ],
  { bank_reference: null },
)
await add(
  'third',
  '2026-11-10',
  [
    ['SALE', 35_000],
    ['SALE', 25_000],
  ],
  {},
)

describe('a payout', () => {
  const compared = async (name: string, browser = owner) =>
    (await browser.get(payoutPage, paths.payoutDetails(numbers[name]!))).data.model.compared

  it('is compared with the one before in its currency that was not sent back, by what makes most of it', async () => {
    expect(await compared('second')).toEqual({
      text: '£723.45 less than the payout of Tue 20 Oct',
      href: paths.payoutDetails(numbers.first!),
      causes: '1 more refund, −£400.00; 2 fewer sales, −£323.45',
    })
    expect(await compared('third')).toMatchObject({
      text: 'the same amount as the payout of Tue 3 Nov',
      causes: '1 more sale, −£400.00; 1 fewer refund, £400.00',
    })
  })

  it('is compared with none if it is the first', async () => {
    expect(await compared('first')).toBeNull()
    expect(await compared('yen')).toBeNull()
  })
})

describe('the list of payouts', () => {
  const rows = async (q?: string) =>
    unpackModel((await owner.get(list, withQuery(paths.payouts, { q }))).data.model).rows
  const names = async (q: string) => {
    const keys = (await rows(q)).map(({ key }) => key)
    return Object.keys(numbers).filter((name) => keys.includes(numbers[name]!))
  }

  it.each([
    ['hm-9_1', ['first']],
    ['9x', ['failed']],
    ['1,323.45', ['first']],
    ['£1323', ['first']],
    ['¥4,250', ['yen']],
    ['4250 JPY', ['yen']],
    ['600', ['second', 'third']],
    ['42', []],
    ['%', []],
  ])('finds by reference, number and amount: %s', async (q, found) => {
    expect(await names(q)).toEqual(found)
  })

  it('finds by number', async () => {
    expect(await names('thirdabc')).toEqual(['third'])
  })

  it('says the change of each amount, and the whole ending of the account', async () => {
    const cells = (await rows()).map((row) => Object.values(row.cells))
    const amounts = ['£600.00', '£600.00', '£5.00', 'JP¥4,250', '£1,323.45']
    const changes = ['the same amount', '£723.45 less', '£1,318.45 less', null, null]
    for (const [index, text] of amounts.entries())
      expect(cells[index]).toContainEqual({ kind: 'money', text, second: changes[index] })
    expect(cells[0]).toContainEqual({ kind: 'two-line', main: 'Harbour Bank', second: 'account ending in 4410' })
  })
})
