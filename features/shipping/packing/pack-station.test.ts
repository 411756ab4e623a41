import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyEvent,
  changeUnits,
  isComplete,
  readPressed,
  scanCode,
  skipOrder,
  unitsLeft,
  type PackEvent,
  type PackLine,
  type PackOrder,
  type PackState,
} from './pack-station.ts'

const line = (position: number, sku: string | null, units = 1, packed = 0): PackLine => ({
  position,
  title: `Thing ${position}`,
  variation: null,
  sku,
  itemNumber: `11000000000${position}`,
  bin: null,
  image: null,
  units,
  packed,
})
const order = (number: string, ...lines: PackLine[]): PackOrder => ({
  number,
  about: '',
  due: null,
  warning: null,
  note: null,
  privateNote: null,
  gift: null,
  lines,
})
const station = (...orders: PackOrder[]): PackState => ({ orders, current: null, notice: null })

let drawn = 0
const draw = () => ({ id: String((drawn += 1)), at: '2026-11-22T10:00:00.000Z' })

/** Scans codes in turn; returns the last state and all events. */
function scan(state: PackState, ...codes: string[]): { state: PackState; events: PackEvent[] } {
  const events: PackEvent[] = []
  let now = state
  for (const code of codes) {
    const step = scanCode(now, code, draw)
    now = step.state
    if (step.event) events.push(step.event)
  }
  return { state: now, events }
}

describe('the pack station', () => {
  const orders = [order('12-1', line(1, 'CAM-1'), line(2, 'FLM-1', 4)), order('12-2', line(1, 'FLM-1'), line(2, null))]

  it('packs the parts of a kit, each by its own code', () => {
    const parts = [
      { ...line(1, 'BOX', 1), part: 'BOX', kit: 'Gift set' },
      { ...line(1, 'MUG 4', 2), part: 'MUG 4', kit: 'Gift set' },
    ]
    const { state, events } = scan(station(order('12-9', ...parts)), 'mug 4', 'SET', 'BOX')
    expect(events.map(({ position, part }) => [position, part])).toEqual([
      [1, 'MUG 4'],
      [1, 'BOX'],
    ])
    expect(state.orders[0]?.lines.map(({ packed }) => packed)).toEqual([1, 1])
    const pressed = changeUnits(state, { order: '12-9', ...readPressed('1 + MUG 4') }, draw)
    expect(pressed.state.notice).toEqual({ kind: 'complete', order: '12-9' })
  })

  it('opens an order by its number, and packs its units by SKU or item number, in any case', () => {
    const { state, events } = scan(station(...orders), ' 12-2\u200e ', 'flm-1', '110000000002')
    expect(state.notice).toEqual({ kind: 'complete', order: '12-2' })
    expect(events.map(({ order: number, position, change }) => [number, position, change])).toEqual([
      ['12-2', 1, 1],
      ['12-2', 2, 1],
    ])
  })

  it('packs an item by its barcode, a GTIN with or without zeros in front, and no variation, which shares it', () => {
    const traded = (position: number, gtin: string, more: Partial<PackLine> = {}) => ({
      ...line(position, null),
      gtin,
      ...more,
    })
    const known = station(
      order('12-3', traded(1, '036000291452'), traded(2, '4006381333931', { variation: 'Red' })),
      // Its item number is the other one's GTIN.
      order('12-4', traded(1, '4006381333931', { itemNumber: '036000291452' })),
    )
    expect(scan(known, '12-3', '0036000291452').state.notice).toMatchObject({ kind: 'packed', title: 'Thing 1' })
    expect(scan(known, '12-3', '4006381333931').state.notice).toMatchObject({ kind: 'wrong' })
    expect(scan(known, '4006381333931').state.current).toBe('12-4')
    expect(scan(known, '036000291452').state.current).toBe('12-4')
    expect(scan(known, '00036000291452').state.current).toBe('12-3')
    expect(scan(known, '36000291452').state.notice).toMatchObject({ kind: 'unknown' })
  })

  it('asks which variation if an item number stands for several, and packs the only one that is left', () => {
    const cup = (position: number, variation: string, more: Partial<PackLine> = {}) => ({
      ...line(position, `CUP-${variation}`),
      itemNumber: '220000000001',
      variation,
      ...more,
    })
    const cups = station(order('12-5', cup(1, 'Red'), cup(2, 'Blue', { sku: null }), cup(3, 'Red', { sku: null })))
    const asked = { kind: 'several', code: '220000000001', expected: ['Red', 'Blue'] }
    const { state, events } = scan(cups, '220000000001', '12-5', '220000000001')
    expect(scan(cups, '220000000001').state.notice).toEqual(asked)
    expect(state.notice).toEqual(asked)
    expect(events).toEqual([])
    // Lines of one variation are as good as each other.
    const blue = changeUnits(state, { order: '12-5', position: 2, change: 1 }, draw).state
    expect(scan(blue, '220000000001', '220000000001').events.map(({ position }) => position)).toEqual([1, 3])
    // A SKU names its line, and an order of its own has one variation.
    expect(scan(cups, 'cup-red').events.map(({ position }) => position)).toEqual([1])
    const others = station(order('12-6', cup(1, 'Red')), order('12-7', cup(1, 'Blue')))
    expect(scan(others, '220000000001').state.notice).toEqual(asked)
    expect(scan(others, '12-7', '220000000001').events.map(({ order: number }) => number)).toEqual(['12-7'])
  })

  it('counts repeated scans, and not beyond the ordered quantity', () => {
    const { state } = scan(station(...orders), '12-1', 'FLM-1', 'FLM-1', 'FLM-1')
    expect(state.notice).toEqual({ kind: 'packed', title: 'Thing 2', packed: 3, units: 4 })
    const more = scan(state, 'FLM-1', 'FLM-1')
    expect(more.events).toHaveLength(1)
    expect(more.state.notice).toEqual({ kind: 'enough', title: 'Thing 2', units: 4 })
  })

  it('shows what is expected if something else is scanned, and packs nothing', () => {
    const { state, events } = scan(station(...orders), '12-2', 'CAM-1')
    expect(state.notice).toEqual({ kind: 'wrong', code: 'CAM-1', expected: ['FLM-1', 'Thing 2'] })
    expect(events).toEqual([])
  })

  it('opens the first order that needs an item, if none is open or the open one is complete', () => {
    const first = scan(station(...orders), 'FLM-1')
    expect(first.state.current).toBe('12-1')
    const done = scan(station(order('12-0', line(1, 'A')), ...orders), 'A', 'CAM-1')
    expect(done.state.current).toBe('12-1')
    expect(scan(station(...orders), 'nothing').state.notice).toEqual({ kind: 'unknown', code: 'nothing' })
  })

  it('takes a unit out again, and skips an order', () => {
    const { state } = scan(station(...orders), '12-1', 'CAM-1')
    const step = changeUnits(state, { order: '12-1', position: 1, change: -1 }, draw)
    expect(step.event).toMatchObject({ change: -1 })
    expect(step.state.orders[0]!.lines[0]!.packed).toBe(0)
    expect(changeUnits(step.state, { order: '12-1', position: 1, change: -1 }, draw).event).toBeNull()
    expect(skipOrder(step.state).current).toBe('12-2')
    expect(skipOrder(skipOrder(step.state)).current).toBe('12-1')
    expect(skipOrder(station(order('12-3', line(1, 'X', 1, 1)))).current).toBeNull()
  })

  it('never packs more than is to be sent, and replaying its events gives the same count', () => {
    const code = fc.constantFrom('12-1', '12-2', 'CAM-1', 'FLM-1', '110000000002', 'nothing', '')
    fc.assert(
      fc.property(fc.array(code, { maxLength: 40 }), (codes) => {
        const { state, events } = scan(station(...orders), ...codes)
        for (const each of state.orders)
          for (const { packed, units } of each.lines) expect(packed >= 0 && packed <= units).toBe(true)
        expect(events.reduce(applyEvent, orders)).toEqual(state.orders)
        const units = orders.reduce((sum, each) => sum + unitsLeft(each), 0)
        expect(state.orders.reduce((sum, each) => sum + unitsLeft(each), 0)).toBe(units - events.length)
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
        if (state.notice?.kind === 'complete')
          expect(isComplete(state.orders.find((each) => each.number === state.current)!)).toBe(true)
      }),
    )
  })
})
