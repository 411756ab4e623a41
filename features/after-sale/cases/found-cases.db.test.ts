import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readingAsDivided } from '#db/testing-divided.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { paths } from '#web/paths.ts'
import { returnsList, inFoundCases } from './cases-list.server.ts'
import { newCaseNumber, openCase } from './open-case-db.server.ts'
import { addSold } from './testing.ts'

const now = new Date('2026-11-18T19:26:00Z')
const orders: string[] = []
const numbers: string[] = []

const db = await testDatabase()
const divided = readingAsDivided(db)
const sellerId = await addSeller(db, 'ann')
for (let nth = 0; nth < 3; nth += 1) {
  const order = await addSold(db, sellerId)
  const number = newCaseNumber('RETURN')
  const given = { sellerId, order: order.number, line: 1, units: 1, number, key: `open ${nth}`, now, policyPack }
  const asked = { ...given, kind: 'RETURN', reason: 'NOT_AS_DESCRIBED', words: 'The needle sticks.' } as const
  await db.asSeller(sellerId, 'write', (own) => openCase(own, { ...asked, photos: [] }))
  orders.push(order.number)
  numbers.push(number)
}
await addSold(db, sellerId)

/** Where more than one order has the word, the words of the cases' orders are read. */
const inFew: NonNullable<NonNullable<typeof returnsList.search>['foundRows']> = (words, on, { db: own }) =>
  inFoundCases(words, on, { db: own, most: 1 })
const few = { ...returnsList, search: { ...returnsList.search!, foundRows: inFew } }

async function find(q: string): Promise<string[]> {
  const place = { pathname: paths.cases.RETURN, searchParams: new URLSearchParams({ q }) }
  const on = openList(returnsList, place, { sellerId, role: 'owner', now, zone: 'UTC', policyPack })
  const found = []
  for (const [by, list] of [
    [db, returnsList],
    [divided, returnsList],
    [divided, few],
  ] as const) {
    const { rows, totals } = await by.asSeller(sellerId, 'read', (own) => readList(own, list, on))
    found.push({ rows: rows.map((row) => row.case_number), total: totals[0]?.rows ?? 0 })
  }
  expect(found.slice(1)).toEqual([found[0], found[0]])
  return found[0]!.rows
}

it('a search finds cases by their number and the words of their orders, on a cluster as on a single server', async () => {
  expect(await find(numbers[0]!)).toEqual([numbers[0]])
  expect(await find(orders[0]!)).toEqual([numbers[0]])
  expect(await find(`${orders[1]} ${numbers[1]}`)).toEqual([numbers[1]])
  expect(await find(`${orders[0]} ${numbers[1]}`)).toEqual([])
  expect((await find('item')).toSorted()).toEqual(numbers.toSorted())
  expect(await find(`item ${numbers[2]}`)).toEqual([numbers[2]])
})
