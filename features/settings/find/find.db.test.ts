import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import type { Role } from '#web/roles.ts'
import { findOrders } from './find-rows-db.server.ts'
import { readFindQuery } from './find-query.ts'

const now = new Date('2026-11-20T14:30:00Z')

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const other = await addSeller(db, 'bob')
const known = await addOrders(db, { sellerId: seller, count: 40, now, seed: 'ann' })
const others = await addOrders(db, { sellerId: other, count: 10, now, seed: 'bob' })

const find = (typed: string, role: Role = 'owner') => {
  const reader = { sellerId: seller, role, now, zone: 'Europe/London', policyPack }
  return db.asSeller(seller, 'read', (own) => findOrders(own, readFindQuery(typed), reader))
}
const numbers = async (typed: string, role?: Role) => (await find(typed, role)).rows.map((row) => row.order_number)

describe('an order', () => {
  it('is found by its number, with or without hyphens, but not for another seller', async () => {
    const { number } = known[7]!
    for (const typed of [number, number.replaceAll('-', ''), ` ${number.replaceAll('-', ' ')}`, `#${number}`])
      expect(await numbers(typed), typed).toEqual([number])
    expect(await numbers(others[3]!.number)).toEqual([])
    expect(await numbers(others[3]!.number.replaceAll('-', ''))).toEqual([])
  })

  it('is found by its item’s number too, which has as many digits', async () => {
    const { itemNumber } = known[3]!.lines[0]!
    const holding = known.filter(({ lines }) => lines.some((line) => line.itemNumber.includes(itemNumber)))
    const { rows, total } = await find(itemNumber)
    expect(total).toBe(holding.length)
    for (const row of rows) expect(holding.map(({ number }) => number)).toContain(row.order_number)
  })

  it('is found by the buyer’s real name only for roles that may see it', async () => {
    const { name, number } = known.find((order) => order.name.length >= 3)!
    const same = known.filter((order) => order.name === name).length
    expect((await find(name)).total).toBeGreaterThanOrEqual(same)
    expect(await numbers(`${number} ${name}`)).toEqual([number])
    expect(await numbers(`${number} ${name}`, 'viewer')).toEqual([])
  })

  it('is not searched for with fewer than three characters', async () => {
    expect(await find('12')).toMatchObject({ rows: [], total: null })
    expect((await find(known[0]!.number.slice(0, 3))).total).toBeGreaterThan(0)
  })
})
