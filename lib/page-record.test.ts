import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { beaconLifetime } from './beacon.ts'
import { recordPage, type PageMeasures } from './page-record.ts'

const measures: PageMeasures = { openFor: 1000, speed: { lcp: 12 }, timing: { responseEnd: 5 }, returning: false }

describe('recordPage', () => {
  it('reports the loaded page, what was shown, actions with their source, and timings', () => {
    const record = recordPage()
    const tracking = { eventFamily: 'hub', nested: { list: [1, null] } }
    record.view('orders', 'a')
    record.view('order-details', 'b')
    record.action(tracking)
    record.view('orders', 'c')
    record.error({ message: 'x', filename: '/a.js', lineno: 1 }, '/sh/ord')
    expect(record.take({ ...measures, returning: true })).toEqual({
      page: 'orders',
      views: { orders: 2, 'order-details': 1 },
      actions: [{ page: 'order-details', tracking }],
      speed: { lcp: 12 },
      timing: { responseEnd: 5 },
      errors: [{ message: 'x', line: 1, path: '/a.js', count: 1 }],
      errorCount: 1,
      returning: true,
    })
  })

  it('counts a navigation once, however often React reports it', () => {
    const record = recordPage()
    for (const key of ['a', 'a', 'b', 'b']) record.view('orders', key)
    expect(record.take(measures)?.views).toEqual({ orders: 2 })
  })

  it('reports once', () => {
    const record = recordPage()
    record.view('orders', 'a')
    expect(record.take(measures)).not.toBeNull()
    record.view('orders', 'b')
    expect(record.take(measures)).toBeNull()
  })

  it('reports nothing from 1,200,000 ms on', () => {
    expect(beaconLifetime).toBe(1_200_000)
    const record = recordPage()
    record.view('orders', 'a')
    expect(record.take({ ...measures, openFor: 1_200_000 })).toBeNull()
    expect(record.take({ ...measures, openFor: 1_199_999.9 })).not.toBeNull()
  })

  it('waits for the first page', () => {
    const record = recordPage()
    expect(record.take(measures)).toBeNull()
    record.view('orders', 'a')
    expect(record.take(measures)).not.toBeNull()
  })

  it('omits tracking that is invalid JSON or too large, and more than 50 actions or pages', () => {
    const record = recordPage()
    const round: Record<string, unknown> = {}
    round.self = round
    record.action({ before: 'any page' })
    record.view('orders', 'a')
    for (const tracking of [round, undefined, () => {}, 1n, 'x'.repeat(999)]) record.action(tracking)
    for (let i = 0; i < 60; i++) record.action(i)
    for (let i = 0; i < 60; i++) record.view(`page-${i}`, `${i}`)
    const beacon = record.take(measures)!
    expect(beacon.actions?.map(({ tracking }) => tracking)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(Object.keys(beacon.views)).toHaveLength(50)
  })

  it('sends at most one beacon, at the first opportunity', () => {
    const moment = fc.record({ openFor: fc.nat(2_400_000), view: fc.boolean() })
    expectForAll(fc.array(moment), (moments) => {
      const record = recordPage()
      let isShown = false
      let isTold = false
      for (const [index, { openFor, view }] of moments.entries()) {
        if (view) record.view('orders', `${index}`)
        isShown ||= view
        const should: boolean = isShown && !isTold && openFor < 1_200_000
        expect(record.take({ ...measures, openFor }) !== null).toBe(should)
        isTold ||= should
      }
    })
  })
})
