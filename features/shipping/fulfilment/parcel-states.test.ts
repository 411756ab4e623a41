import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { nextParcel, parcelTable, trackingKinds, type ParcelEnd, type ParcelEvent } from './parcel-states.ts'

const isEnd = (state: ParcelEnd) => Object.keys(parcelTable.ways[state]).length === 0

describe('a parcel', () => {
  it('moves from the first scan to the buyer, also after trouble, or back', () => {
    const told = (events: readonly ParcelEvent[]) =>
      events.reduce<ParcelEnd>((state, event) => {
        const step = nextParcel(state, event)
        return step.ok ? step.next : state
      }, 'SHIPPED')
    expect(told(['SCANNED'])).toBe('IN_TRANSIT')
    expect(told(['SCANNED', 'EXCEPTION', 'SCANNED', 'DELIVERED'])).toBe('DELIVERED')
    expect(told(['SCANNED', 'EXCEPTION', 'RETURNED_TO_SENDER'])).toBe('RETURNED_TO_SENDER')
    // Carriers skip steps, and may report the first one last.
    expect(told(['DELIVERED', 'SCANNED'])).toBe('DELIVERED')
  })

  it('can be taken back until its first scan, and after no sequence of events beyond', () => {
    expect(nextParcel('SHIPPED', 'VOID')).toMatchObject({ ok: true, next: 'VOIDED' })
    expectForAll(fc.array(fc.constantFrom<ParcelEvent>(...trackingKinds, 'VOID'), { maxLength: 12 }), (events) => {
      const states: ParcelEnd[] = ['SHIPPED']
      for (const [at, event] of events.entries()) {
        const before = states.at(-1)!
        const step = nextParcel(before, event)
        if (!step.ok) continue
        expect(isEnd(before)).toBe(false)
        // A repeated event changes nothing, and no event returns to SHIPPED.
        expect([before, 'SHIPPED']).not.toContain(step.next)
        if (step.next === 'VOIDED') expect(before).toBe('SHIPPED')
        if (events.slice(0, at).some((earlier) => earlier !== 'VOID')) expect(step.next).not.toBe('VOIDED')
        states.push(step.next)
      }
      const end = states.findIndex(isEnd)
      if (end >= 0) expect(end).toBe(states.length - 1)
    })
  })
})
