import { describe, expect, it } from 'vitest'
import { retry } from './commands.ts'
import { openOutbox } from './outbox-sqlite.ts'
import { runRound } from './round.ts'
import { ordersTogether } from './send-orders.ts'
import type { ShopOrder } from './source.ts'
import { orderOfShop } from './testing.ts'
import { inStep } from './testing-round.ts'

describe('orders of the past', () => {
  const pastOf = (id: string): ShopOrder => {
    const order = orderOfShop()
    return { ...order, id, finished: 'SHIPPED', order: { ...order.order, id } }
  }
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => `H-${nth + 1}`)

  it('go together in parts, and what was sent does not go again', async () => {
    const { connected, shop, asked, hub } = await inStep()
    shop.orders = [...ids(ordersTogether + 1).map(pastOf), orderOfShop()]
    const { orders } = await runRound(connected)
    expect(orders).toEqual({ same: 1, sent: ordersTogether + 1, refused: 0 })
    expect(asked.slice(2).map((line) => line.split(' ').length - 1)).toEqual([ordersTogether, 1])
    expect(hub.orders.get('H-1')).toMatchObject({ status: 'SHIPPED' })
    await runRound(connected)
    expect(asked).toHaveLength(4)
  })

  it('are reported by line where the hub refuses them, and follow when asked for', async () => {
    const { connected, hub, shop, asked, said, lines } = await inStep()
    const problem = { type: 'urn:seller-hub:problem:invalid-body', title: 'The body is not valid.', status: 422 }
    hub.refusedLines.set('H-2', problem)
    shop.orders = ids(3).map(pastOf)
    expect((await runRound(connected)).orders).toEqual({ same: 0, sent: 2, refused: 1 })
    expect(await said()).toContain('order  H-2  The body is not valid.')
    hub.refusedLines.clear()
    expect(await lines((say) => retry(connected, say))).toContain('1 orders sent, 0 refused again.')
    expect(asked.at(-1)).toBe('placeOrders H-2')
  })

  it('are no refused ones where the key ended meanwhile: they follow with another key', async () => {
    const { connected, hub, shop, asked, said } = await inStep()
    hub.refusedLines.set('H-2', { type: 'urn:seller-hub:problem:unauthorized', title: 'The key ended.', status: 401 })
    shop.orders = ids(3).map(pastOf)
    await expect(runRound(connected)).rejects.toThrow('The key ended.')
    expect(await said()).not.toContain('H-2')
    hub.refusedLines.clear()
    expect((await runRound(connected)).orders).toMatchObject({ sent: 1, refused: 0 })
    expect(asked.at(-1)).toBe('placeOrders H-2')
  })

  it('continue after a crash where they stopped, and a lost outbox sends them again without harm', async () => {
    const { connected, shop, asked } = await inStep()
    shop.orders = ids(2 * ordersTogether).map(pastOf)
    const { placeOrders } = connected.hub
    let parts = 0
    connected.hub.placeOrders = (...part) => {
      parts += 1
      return parts === 2 ? Promise.reject(new Error('It was killed.')) : placeOrders(...part)
    }
    await expect(runRound(connected)).rejects.toThrow('It was killed.')
    await runRound(connected)
    const sent = asked.filter((line) => line.startsWith('placeOrders')).flatMap((line) => line.split(' ').slice(1))
    expect(sent).toEqual(ids(2 * ordersTogether))
    const lost = { ...connected, outbox: openOutbox(':memory:') }
    expect((await runRound(lost)).orders).toEqual({ same: 0, sent: 2 * ordersTogether, refused: 0 })
  })

  it('that the hub has with other content go on their own, and those that it cannot take hold up nothing', async () => {
    const { connected, hub, shop, asked } = await inStep()
    const taken = { type: 'urn:seller-hub:problem:id-taken', title: 'Another order has this id.', status: 409 }
    hub.refusedLines.set('H-1', taken)
    shop.orders = ids(2).map(pastOf)
    await runRound(connected)
    expect(asked.slice(2)).toEqual(['placeOrders H-1 H-2', 'placeOrder H-1'])
  })
})
