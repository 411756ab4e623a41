import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { encodeBeacon, pageName, pageNamePattern, resourceTimingBuffer, type Beacon } from './beacon.ts'

const small: Beacon = { page: 'orders', views: { orders: 1 }, speed: { lcp: 1 } }

describe('encodeBeacon', () => {
  it('contains everything if it fits', () => {
    const beacon: Beacon = {
      ...small,
      actions: [{ page: 'orders', tracking: { a: 1 } }],
      errors: [{ message: 'x', line: 1, path: '/', count: 1 }],
      errorCount: 1,
      timing: { loadEventEnd: 3 },
    }
    expect(JSON.parse(encodeBeacon(beacon, 1000))).toEqual(beacon)
  })

  it('stays within the limit: drops the last actions first, then errors, then timing, never views and speed', () => {
    const error = fc.record({
      message: fc.string({ maxLength: 200 }),
      line: fc.nat(),
      path: fc.constant('/a.js'),
      count: fc.nat(),
    })
    const action = fc.record({ page: fc.constant('orders'), tracking: fc.jsonValue({ maxDepth: 2 }) })
    expectForAll(
      fc.array(action, { maxLength: 50 }),
      fc.array(error, { maxLength: 10 }),
      fc.integer({ min: 200, max: 6000 }),
      (actions, errors, room) => {
        const text = encodeBeacon({ ...small, actions, errors, timing: { loadEventEnd: 1 } }, room)
        expect(encodeURIComponent(text).length).toBeLessThanOrEqual(room)
        const { actions: someActions = [], errors: someErrors = [], timing, ...rest } = JSON.parse(text) as Beacon
        expect(rest).toEqual(small)
        // JSON has no -0.
        const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown
        expect(someActions).toEqual(asJson(actions.slice(0, someActions.length)))
        expect(someErrors).toEqual(errors.slice(0, someErrors.length))
        if (someErrors.length < errors.length) expect(someActions).toEqual([])
        if (!timing) expect(someErrors).toEqual([])
      },
    )
  })
})

it.each([
  ['features/order-page/details/order-details-page', 'order-details'],
  ['features/reports/runs/report-file-resource', 'report-file'],
  ['features/selling/product-summary/product-summary-page', 'product-summary'],
  ['./home-page', 'home'],
  ['root', 'root'],
])('pageName of %s is %s', (id, name) => {
  expect(pageName(id)).toBe(name)
  expect(name).toMatch(pageNamePattern)
})

it('asks the browser to keep 300 resource timings', () => {
  expect(resourceTimingBuffer).toBe(300)
})
