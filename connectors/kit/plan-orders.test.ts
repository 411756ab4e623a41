import { expect, it } from 'vitest'
import { plan } from './commands.ts'
import { runRound } from './round.ts'
import type { ShopOrder } from './source.ts'
import { orderOfShop } from './testing.ts'
import { inStep } from './testing-round.ts'

it('says which orders the hub or the kit would refuse, and why', async () => {
  const { connected, shop, hub, asked, lines } = await inStep()
  const orderWith = (id: string, more: Partial<ShopOrder> = {}): ShopOrder => ({
    ...orderOfShop(),
    id,
    order: { ...orderOfShop().order, id },
    ...more,
  })
  const total = { value: '45.001', currency: 'GBP' }
  const detail = 'The country is none.'
  const problem = {
    type: 'urn:seller-hub:problem:invalid-body',
    title: 'The body is not valid.',
    status: 422,
    detail,
  }
  hub.refused.set('A-2', problem)
  hub.refusedLines.set('H-2', problem)
  shop.orders = [
    orderWith('A-2'),
    orderWith('A-3'),
    orderWith('A-4', { total }),
    orderWith('H-1', { finished: 'SHIPPED' }),
    orderWith('H-2', { finished: 'SHIPPED' }),
  ]
  const before = asked.length
  expect((await lines((say) => plan(connected, say))).split('\n').slice(0, 5)).toEqual([
    'order: refuse  A-2  45.00 GBP  (The country is none.)',
    'order: add  A-3  45.00 GBP',
    expect.stringContaining('order: refuse  A-4  45.001 GBP  (It was not sent, because the connector cannot read it'),
    'order: add  H-1  45.00 GBP',
    'order: refuse  H-2  45.00 GBP  (The country is none.)',
  ])
  expect([asked.slice(before), hub.orders.size]).toEqual([[], 1])
  expect((await runRound(connected)).orders).toEqual({ same: 0, sent: 2, refused: 3 })
})
