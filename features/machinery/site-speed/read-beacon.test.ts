import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beaconLimits, encodeBeacon, type Beacon } from '#lib/beacon.ts'
import { recordPage } from '#lib/page-record.ts'
import { readBeacon } from './read-beacon.ts'

const good: Beacon = { page: 'orders', views: { orders: 1 } }
const read = (over: object) => readBeacon(JSON.stringify({ ...good, ...over }))
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

/** Includes lone surrogates and control characters. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes))

describe('readBeacon', () => {
  it('reads everything that a page records, with tracking unchanged', () => {
    const reported = fc.record(
      {
        message: anyText,
        filename: fc.constantFrom('https://hub.example/assets/a.js?v=1', ''),
        lineno: fc.nat(),
      },
      { requiredKeys: [] },
    )
    const value = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.boolean(),
    )
    const tracking = fc.oneof(value, fc.dictionary(fc.string(), fc.array(value, { maxLength: 3 })))
    fc.assert(
      fc.property(fc.array(reported, { maxLength: 12 }), fc.array(tracking, { maxLength: 5 }), (errors, actions) => {
        const record = recordPage()
        record.view('orders', 'a')
        for (const error of errors) record.error(error, '/sh/ord')
        for (const action of actions) record.action(action)
        const beacon = record.take({
          openFor: 1,
          speed: { lcp: 1.5, cls: 0 },
          timing: { loadEventEnd: 3 },
          returning: true,
        })!
        const text = encodeBeacon(beacon, beaconLimits.encodedBody)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(beaconLimits.body)
        expect(readBeacon(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another value', '[]'],
    ['no page', '{"views":{"orders":1}}'],
  ])('refuses %s', (_, text) => {
    expect(readBeacon(text)).toBeNull()
  })

  it.each([
    ['unknown keys', { userAgent: 'x' }],
    ['a page that is no name', { page: '/sh/ord?q=1' }],
    ['no views', { views: {} }],
    ['a view that is no count', { views: { orders: 0.5 } }],
    ['too many pages', { views: Object.fromEntries(Array.from({ length: 51 }, (__, i) => [`p-${i}`, 1])) }],
    ['too many actions', { actions: Array.from({ length: 51 }, () => ({ page: 'orders', tracking: 1 })) }],
    ['an action that says nothing', { actions: [{ page: 'orders' }] }],
    ['too much tracking', { actions: [{ page: 'orders', tracking: 'x'.repeat(1000) }] }],
    ['tracking that nests too deep', { actions: [{ page: 'orders', tracking: nested(9) }] }],
    ['NUL in tracking', { actions: [{ page: 'orders', tracking: { a: '\0' } }] }],
    ['half a character in tracking', { actions: [{ page: 'orders', tracking: { '\ud800': 1 } }] }],
    ['a negative time', { speed: { lcp: -1 } }],
    ['a time longer than a page may be open', { speed: { lcp: 1_200_001 } }],
    ['a figure that is none of ours', { speed: { fid: 1 } }],
    ['a moment that is none of ours', { timing: { unloadEventEnd: 1 } }],
    ['a path with a query', { errors: [{ message: 'x', line: 1, path: '/a?b', count: 1 }], errorCount: 1 }],
    ['a message too long', { errors: [{ message: 'x'.repeat(201), line: 1, path: '/', count: 1 }], errorCount: 1 }],
    ['more errors than are counted', { errors: [{ message: 'x', line: 1, path: '/', count: 1 }] }],
  ])('refuses %s', (_, over) => {
    expect(read({})).toEqual(good)
    expect(read(over)).toBeNull()
  })

  it('removes queries from messages if the page did not', () => {
    const errors = [{ message: 'GET https://x.example/?q=ann failed', line: 1, path: '/', count: 1 }]
    expect(read({ errors, errorCount: 1 })?.errors?.[0]?.message).toBe('GET https://x.example/ failed')
  })
})
