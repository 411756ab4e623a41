import { describe, expect, it } from 'vitest'
import { createExportSlots } from './export-slots.ts'

describe('exports at once', () => {
  it('are two of a member, who gets another when one has ended', () => {
    const slots = createExportSlots(12)
    const first = slots.take('ann')
    expect(first.ok && slots.take('ann').ok).toBe(true)
    expect(slots.take('ann')).toEqual({ ok: false, reason: 'member' })
    expect(slots.take('ben').ok).toBe(true)
    if (first.ok) first.release()
    expect(slots.take('ann').ok).toBe(true)
    expect(slots.take('ann').ok).toBe(false)
  })

  it.each([
    [12, 5],
    [13, 6],
    [5, 2],
    [2, 1],
  ])('of a pool of %i are %i, fewer than half, whoever they are of', (poolSize, most) => {
    const slots = createExportSlots(poolSize)
    const taken = Array.from({ length: most }, (_, index) => slots.take(`member ${index}`))
    expect(taken.every(({ ok }) => ok)).toBe(true)
    expect(slots.take('one more')).toEqual({ ok: false, reason: 'hub' })
    for (const slot of taken) if (slot.ok) slot.release()
    expect(slots.take('one more').ok).toBe(true)
  })
})
