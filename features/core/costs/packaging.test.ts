import { expect, it } from 'vitest'
import { packOrder, type OrderPackaging, type PackedLine } from './packaging.ts'

const at = new Date('2026-03-03T09:00:00Z')
const ofOrder: OrderPackaging = { costMinor: 80, currency: 'GBP', since: at }
const line = (lineItemId: number, units: number, ownMinor: number | null): PackedLine => ({
  lineItemId,
  units,
  ownMinor,
})
const pack = (lines: readonly PackedLine[], packaging: OrderPackaging | null = ofOrder) =>
  packOrder({ orderId: 1, currency: 'GBP', at, lines }, packaging)

it.each<[string, PackedLine[], number, PackedLine[]]>([
  ['once an order', [line(1, 2, null), line(2, 1, null)], 80, []],
  ['of each item of a listing with its own', [line(1, 3, 25)], 0, [line(1, 3, 25)]],
  ['of both kinds', [line(1, 3, 25), line(2, 1, null)], 80, [line(1, 3, 25)]],
])('packaging is counted %s', (_what, lines, costMinor, own) => {
  expect(pack(lines)).toMatchObject({
    costMinor,
    lines: own.map(({ lineItemId, units, ownMinor }) => ({ lineItemId, costMinor: units * ownMinor! })),
  })
})

it.each<[string, OrderPackaging | null]>([
  ['none is entered', null],
  ['the order has another currency', { ...ofOrder, currency: 'EUR' }],
  ['its first parcel left before', { ...ofOrder, since: new Date(at.getTime() + 1) }],
])('packaging of an order is not counted if %s', (_why, packaging) => {
  expect(pack([line(1, 1, null)], packaging)).toBeNull()
  expect(pack([line(1, 2, 0)], packaging)).toMatchObject({ costMinor: 0, lines: [{ lineItemId: 1, costMinor: 0 }] })
})
