import { describe, expect, it } from 'vitest'
import { applyServerAnswer, refreshOrders } from './use-pack-station.ts'
import type { PackEvent, PackOrder, PackState } from './pack-station.ts'

const order = (number: string, packed = 0, units = 2): PackOrder => ({
  number,
  about: '',
  due: null,
  warning: null,
  note: null,
  privateNote: null,
  gift: null,
  lines: [
    {
      position: 1,
      title: 'Film',
      variation: null,
      sku: 'FLM-1',
      itemNumber: '110000000001',
      bin: null,
      image: null,
      units,
      packed,
    },
  ],
})
const event = (number: string): PackEvent => ({ id: '1', order: number, position: 1, change: 1, at: '' })
const station = (current: string | null, ...orders: PackOrder[]): PackState => ({ orders, current, notice: null })
const packedOf = ({ orders }: PackState) => orders.map(({ number, lines }) => [number, lines[0]!.packed])

describe('the current orders to pack', () => {
  it('replace the device’s list, with its pending events; the open order stays open', () => {
    const before = station('12-2', order('12-1'), order('12-2', 1))
    const now = refreshOrders(before, [order('12-3'), order('12-2')], [event('12-2')])
    expect(packedOf(now)).toEqual([
      ['12-3', 0],
      ['12-2', 1],
    ])
    expect([now.current, now.notice]).toEqual(['12-2', null])
  })

  it('report that the open order is no longer to be packed, but not if it is packed', () => {
    expect(refreshOrders(station('12-1', order('12-1', 1)), [], [])).toEqual({
      orders: [],
      current: null,
      notice: { kind: 'refused', order: '12-1', why: 'not-to-pack', by: null },
    })
    expect(refreshOrders(station('12-1', order('12-1', 2)), [], [])).toEqual({
      orders: [],
      current: null,
      notice: null,
    })
  })
})

it('contain the requested orders', () => {
  const before = station('12-1', order('12-1', 1), order('12-2', 1), order('12-3'))
  const refused = [{ id: '1', order: '12-1', why: 'not-to-pack' as const, by: null }]
  const now = applyServerAnswer(before, { refused, orders: [order('12-2', 0)], gone: ['12-1'] }, [event('12-2')])
  expect(packedOf(now)).toEqual([
    ['12-2', 1],
    ['12-3', 0],
  ])
  expect(now).toMatchObject({ current: null, notice: { kind: 'refused', order: '12-1' } })
})
