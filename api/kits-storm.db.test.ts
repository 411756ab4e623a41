import { sql } from 'kysely'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { createRandom } from '#lib/random.ts'
import { cancelWhole, expectNoUnitLost, kitShop, readStock, shipWhole, type Line } from './testing-kits.ts'

const { db, sellerId, own, newSku, addPart, makeKit, addKit, addVaried, count, push, ship, cancel } = await kitShop()

describe('a kit', () => {
  it('has what counting its parts from scratch gives, after any sequence', async () => {
    const units = fc.integer({ min: 1, max: 4 })
    const step = fc.oneof(
      fc.record({
        do: fc.constant('order' as const),
        of: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1 }),
        units,
        takes: fc.boolean(),
      }),
      fc.record({ do: fc.constantFrom('ship' as const, 'cancel' as const, 'miss' as const), at: fc.nat() }),
      fc.record({ do: fc.constant('count' as const), of: fc.nat({ max: 1 }), units: fc.nat({ max: 20 }) }),
      fc.record({ do: fc.constant('make' as const), units }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 15 }), fc.array(step, { maxLength: 10 }), async (quantity, steps) => {
        const [box, mug] = [await addPart(quantity), await addPart(quantity)]
        const [one, pack] = [newSku('ONE'), newSku('PACK')]
        const varied = await addVaried({ [one]: quantity, [pack]: 0 })
        await makeKit(varied, `3 ${one}`, 2)
        const kit = await addKit(`1 ${box.sku}; 2 ${mug.sku}; 1 ${one}`)
        const pair = await addKit(`2 ${box.sku}`)
        const items: Omit<Line, 'quantity'>[] = [
          box,
          mug,
          { item: varied, variation: { sku: one } },
          { item: varied, variation: { sku: pack } },
          { item: kit },
          { item: pair },
        ].map(({ item, ...rest }) => ({ item, ...('variation' in rest ? { variation: rest.variation } : {}) }))
        const open: OrderNumber[] = []
        for (const each of steps) {
          if (each.do === 'order') {
            const lines = each.of.map((nth) => ({ ...items[nth]!, quantity: each.units }))
            const { status, body } = await push(lines, each.takes ? { onShort: 'take' } : { onShort: 'refuse' })
            expect([201, 409]).toContain(status)
            if (status === 201) open.push(body.number)
          } else if (each.do === 'count') {
            expect((await count([box, mug][each.of]!.item, { onHand: each.units })).status).toBeLessThan(500)
          } else if (each.do === 'make') {
            await makeKit(pair, `${each.units} ${box.sku}`)
          } else if (open.length > 0) {
            const [number] = open.splice(each.at % open.length, 1)
            if (each.do === 'ship') await ship(number!)
            else await cancel(number!, each.do === 'cancel')
          }
        }
        await expectNoUnitLost(db, sellerId)
      }),
      propertyRuns(25),
    )
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('loses and invents no unit when kits and parts are ordered, counted, shipped and cancelled at once, with kills', async () => {
    const random = createRandom('kits')
    const parts = await Promise.all([addPart(60), addPart(60), addPart(60)])
    const [a, b, c] = parts.map(({ sku }) => sku)
    const kits = [await addKit(`1 ${a}; 2 ${b}`), await addKit(`2 ${b}; 1 ${c}`), await addKit(`1 ${c}; 1 ${a}`)]
    const items = [...kits, ...parts.map(({ item }) => item)]
    const pick = <T>(of: readonly T[]) => of[Math.floor(random.next() * of.length)]!
    const open: OrderNumber[] = []
    const before = await readStock(db, sellerId)
    const killer = openDatabase({ url: db.url, poolSize: 1 })
    onTestFinished(() => killer.close())
    const work = async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        const chance = random.next()
        if (chance < 0.5) {
          const [one, two] = [pick(items), pick(items)]
          const lines = [...new Set([one, two])].map((item) => ({ item, quantity: 1 + Math.floor(random.next() * 3) }))
          const { status, body } = await push(lines, { onShort: pick(['take', 'refuse']) })
          expect([201, 409, 503]).toContain(status)
          if (status === 201) open.push(body.number)
        } else if (chance < 0.65) {
          const { item } = pick(parts)
          expect([200, 409, 503]).toContain((await count(item, { onHand: 40 + Math.floor(random.next() * 40) })).status)
        } else {
          const number = open.shift()
          const move = pick([ship, cancel])
          // One in three is killed before its end: nothing of it may stay.
          const dies = random.next() < 0.3
          if (number)
            await own(async (tx) => {
              if (move === ship) await shipWhole(tx, sellerId, number)
              else await cancelWhole(tx, sellerId, { number, restocks: true })
              if (!dies) return
              const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
              await sql`select pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(killer.owner)
              throw new Error('killed')
            }).catch((error: unknown) => {
              if (!isDatabaseUnavailable(error) && !(error instanceof Error && error.message === 'killed')) throw error
              open.push(number)
            })
        }
      }
    }
    await Promise.all(Array.from({ length: 6 }, work))
    expect(await readStock(db, sellerId)).not.toEqual(before)
    await expectNoUnitLost(db, sellerId)
    expect(await findWrongSums(db.owner)).toEqual([])
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(db.owner)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})
