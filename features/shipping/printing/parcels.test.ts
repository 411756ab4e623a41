import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slipParcels, type PackedLine } from './parcels.ts'

const line = (id: number, quantity: number, { cancelled = 0, shipped = 0 } = {}): PackedLine => ({
  id,
  quantity,
  cancelled,
  shipped,
})
const parcel = (...lines: [lineId: number, quantity: number][]) => ({
  lines: lines.map(([lineId, quantity]) => ({ lineId, quantity })),
})

describe('the parcels of packing slips', () => {
  it('are one with everything if nothing has shipped', () => {
    expect(slipParcels([line(1, 2), line(2, 1)], [])).toEqual([
      {
        number: 1,
        of: 1,
        sent: null,
        units: new Map([
          [1, 2],
          [2, 1],
        ]),
      },
    ])
  })

  it('are only the one being packed, with the rest, if some has shipped', () => {
    const [slip, ...others] = slipParcels(
      [line(1, 4, { shipped: 1 }), line(2, 1, { shipped: 1 })],
      [parcel([1, 1], [2, 1])],
    )
    expect(others).toEqual([])
    expect(slip).toMatchObject({ number: 2, of: 2, sent: null, units: new Map([[1, 3]]) })
  })

  it('are those with a label, and one with the rest, before they are shipped', () => {
    const [shipped, labelled] = [parcel([1, 1]), { ...parcel([1, 2]), waits: true }]
    expect(slipParcels([line(1, 4, { shipped: 1 })], [shipped, labelled])).toEqual([
      { number: 2, of: 3, sent: labelled, units: new Map([[1, 2]]) },
      { number: 3, of: 3, sent: null, units: new Map([[1, 1]]) },
    ])
    expect(slipParcels([line(1, 3, { shipped: 1 })], [shipped, labelled])).toEqual([
      { number: 2, of: 2, sent: labelled, units: new Map([[1, 2]]) },
    ])
  })

  it('are the shipped ones if nothing is left', () => {
    const sent = [parcel([1, 1]), parcel([1, 2])]
    expect(slipParcels([line(1, 4, { shipped: 3, cancelled: 1 })], sent)).toEqual([
      { number: 1, of: 2, sent: sent[0], units: new Map([[1, 1]]) },
      { number: 2, of: 2, sent: sent[1], units: new Map([[1, 2]]) },
    ])
  })

  it('are one with everything if the parcels’ contents are unknown', () => {
    const lines = [line(1, 2, { shipped: 2 }), line(2, 3, { shipped: 2, cancelled: 1 })]
    const all = new Map([
      [1, 2],
      [2, 2],
    ])
    expect(slipParcels(lines, [])).toEqual([{ number: 1, of: 1, sent: null, units: all }])
    expect(slipParcels(lines, [parcel()])).toEqual([{ number: 1, of: 1, sent: parcel(), units: all }])
  })

  it('contain each unit that is not cancelled once, together with earlier parcels', () => {
    const ordered = fc.record({
      quantity: fc.nat(9),
      cancelled: fc.nat(9),
      parts: fc.array(fc.nat(4), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(ordered, { minLength: 1, maxLength: 5 }), (wanted) => {
        const lines: PackedLine[] = []
        const sent: { lines: { lineId: number; quantity: number }[]; waits?: boolean }[] = []
        for (const [id, { quantity, cancelled: asked, parts }] of wanted.entries()) {
          const cancelled = Math.min(asked, quantity)
          let [shipped, labelled] = [0, 0]
          for (const [index, part] of parts.entries()) {
            const units = Math.min(part, quantity - cancelled - shipped - labelled)
            if (units === 0) continue
            // Every second parcel has a label and is not shipped.
            if (index % 2 === 0) shipped += units
            else labelled += units
            ;(sent[index] ??= { lines: [], waits: index % 2 === 1 }).lines.push({ lineId: id, quantity: units })
          }
          lines.push({ id, quantity, cancelled, shipped })
        }
        const parcels = sent.filter(Boolean)
        const slips = slipParcels(lines, parcels)
        const isWhole = lines.every((each) => each.shipped + each.cancelled === each.quantity)
        const before = isWhole ? [] : parcels.filter(({ waits }) => !waits)
        for (const { id, quantity, cancelled } of lines) {
          const printed = slips.reduce((sum, slip) => sum + (slip.units.get(id) ?? 0), 0)
          const gone = before.flatMap((one) => one.lines.filter(({ lineId }) => lineId === id))
          expect(printed + gone.reduce((sum, one) => sum + one.quantity, 0)).toBe(quantity - cancelled)
        }
      }),
    )
  })
})
