import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { readTotals } from '#features/machinery/grid/list-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { paths } from '#web/paths.ts'
import { addTransaction } from './testing-money.ts'
import { totalsByDay } from './totals-by-day-db.server.ts'
import { transactionsList } from './transactions-list.server.ts'

const db = await testDatabase()

const sellerId = await addSeller(db, 'ann')
// Around midnight of the shop and of UTC, which are an hour apart in summer.
for (const [nth, at] of [
  '2026-06-30T22:59:59Z',
  '2026-06-30T23:00:00Z',
  '2026-07-01T12:00:00Z',
  '2026-07-02T00:00:00Z',
  '2026-07-03T22:59:59Z',
  '2026-07-03T23:00:00Z',
].entries())
  for (const [currency, gross] of [
    ['GBP', 10 ** nth],
    ['EUR', 2 * 10 ** nth],
  ] as const)
    await addTransaction(db, sellerId, { state: 'AVAILABLE', at: new Date(at), gross, currency })

function open(query: Record<string, string>) {
  const url = new URL(`${paths.transactions}?${new URLSearchParams(query)}`, 'http://hub')
  const now = new Date('2026-11-20T12:00:00Z')
  return openList(transactionsList, url, {
    sellerId,
    role: 'owner',
    now,
    zone: 'Europe/London',
    policyPack: testPolicyPack,
  })
}

const days = { timeFrom: '2026-07-01', timeTo: '2026-07-03' }

it.each<[query: Record<string, string>, totals: [string, number, number][]]>([
  [
    days,
    [
      ['EUR', 4, 22_220],
      ['GBP', 4, 11_110],
    ],
  ],
  [{ ...days, currency: 'GBP' }, [['GBP', 4, 11_110]]],
  [{ ...days, currency: 'GBP', until: '2026-07-02T00:00:01Z' }, [['GBP', 3, 1_110]]],
  [
    { ...days, kind: 'SALE' },
    [
      ['EUR', 4, 22_220],
      ['GBP', 4, 11_110],
    ],
  ],
  [{ ...days, kind: 'REFUND' }, []],
  [
    { timeFrom: '2026-07-04', timeTo: '2026-07-04' },
    [
      ['EUR', 1, 200_000],
      ['GBP', 1, 100_000],
    ],
  ],
])('sums of days tell the totals of a period as its transactions do: %j', async (query, totals) => {
  const on = open(query)
  const read = await db.asSeller(sellerId, 'read', async (own) => {
    const facts = await transactionsList.facts(own, on)
    return {
      stored: await totalsByDay(own, on),
      shown: await readTotals(own, transactionsList, on, facts),
      counted: await readTotals(own, { ...transactionsList, storedTotals: () => null }, on, facts),
    }
  })
  const told = (all: typeof read.stored) => all?.map(({ currency, rows, minor }) => [currency, rows, minor]).toSorted()
  expect(told(read.stored)).toEqual(totals)
  expect(told(read.shown)).toEqual(totals)
  expect(told(read.counted)).toEqual(totals)
})

it('sums of days are left aside where a filter or an open end needs more', async () => {
  await db.asSeller(sellerId, 'read', async (own) => {
    const others: Record<string, string>[] = [
      { state: 'AVAILABLE' },
      { netFrom: '1' },
      { order: '1' },
      { payout: '0123456789ab' },
    ]
    for (const more of others) expect(totalsByDay(own, open({ ...days, ...more }))).toBeNull()
    expect(totalsByDay(own, open({ timeFrom: '2026-07-01' }))).toBeNull()
    return sql`select 1`.execute(own)
  })
})
