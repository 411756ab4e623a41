import { expect, it } from 'vitest'
import { gridDefinition } from '#features/machinery/grid/list-query.ts'
import { noteLimits, readTag } from '#features/orders/order-notes/tag.ts'
import { filterValues } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import { ordersList } from './orders-list.server.ts'

const definition = gridDefinition(ordersList, {
  detail: 'full',
  tab: 'all',
  mayShip: true,
  mayTalk: true,
  mayRefund: true,
  seesMoney: true,
})

it.each(['x', 'é', '🎁'])('filters of orders accept every possible tag: %s', (letter) => {
  const tag = letter.repeat(noteLimits.tag)
  expect(readTag(tag)).toEqual({ ok: true, tag })
  const { query, problems } = parseGridQuery(new URLSearchParams({ tag }), definition)
  expect([problems, filterValues(query, 'tag')]).toEqual([[], [tag]])
})
