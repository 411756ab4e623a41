import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { nextDropdown } from './dropdown-state.ts'
import type { DropdownEvent, DropdownState } from './dropdown-state.ts'

const run = (...events: DropdownEvent[]) => events.reduce<DropdownState>(nextDropdown, null)

it('hover opens and leaving closes', () => {
  expect(run({ what: 'rest', index: 1 })).toEqual({ index: 1, by: 'hover' })
  expect(run({ what: 'rest', index: 1 }, { what: 'leave', index: 1 })).toBeNull()
})
it('a click while open by hover pins it open, the next one closes', () => {
  const pinned = run({ what: 'rest', index: 1 }, { what: 'toggle', index: 1 })
  expect(pinned).toEqual({ index: 1, by: 'button' })
  expect(nextDropdown(pinned, { what: 'leave', index: 1 })).toEqual(pinned)
  expect(nextDropdown(pinned, { what: 'toggle', index: 1 })).toBeNull()
})
it('what focus opened is not closed by a passing pointer', () =>
  expect(run({ what: 'focus', index: 0 }, { what: 'rest', index: 0 }, { what: 'leave', index: 0 })).toEqual({
    index: 0,
    by: 'focus',
  }))
it('another item takes over, and the left one closes nothing any more', () =>
  expect(run({ what: 'rest', index: 0 }, { what: 'rest', index: 1 }, { what: 'leave', index: 0 })).toEqual({
    index: 1,
    by: 'hover',
  }))
it('closing without an index closes whatever is open', () => {
  expect(run({ what: 'toggle', index: 2 }, { what: 'close' })).toBeNull()
  expect(run({ what: 'toggle', index: 2 }, { what: 'close', index: 1 })).toEqual({ index: 2, by: 'button' })
})
it('an event about one item never opens another', () => {
  const what = fc.constantFrom('rest', 'leave', 'focus', 'toggle', 'close')
  const event = fc.record({ what, index: fc.nat(3) })
  expectForAll(fc.array(event), event, (past, last) => {
    const before = run(...past)
    const after = nextDropdown(before, last)
    expect([null, before?.index, last.index]).toContain(after?.index ?? null)
    if (last.what === 'leave' || last.what === 'close') expect(after === null || after === before).toBe(true)
  })
})
