import { describe, expect, it } from 'vitest'
import { hasTransition, takeStep, type StateTable } from './state-table.ts'

type Door = 'OPEN' | 'CLOSED' | 'WALLED_UP'
type DoorEvent = 'close' | 'open'

const door: StateTable<Door, DoorEvent, { locked: boolean; broken: boolean }, string, 'creaks'> = {
  ways: {
    OPEN: {
      close: [
        { next: 'WALLED_UP', when: ({ broken }) => broken },
        { next: 'CLOSED', effects: ['creaks'] },
      ],
    },
    CLOSED: { open: [{ next: 'OPEN', guard: ({ locked }) => (locked ? 'it is locked' : null) }] },
    WALLED_UP: {},
  },
  refusalOf: (state) => `nothing leads there from ${state}`,
}
const facts = { locked: false, broken: false }

describe('a step', () => {
  it('follows the first transition whose condition holds, with its effects', () => {
    expect(takeStep(door, { state: 'OPEN', event: 'close', facts })).toEqual({
      ok: true,
      next: 'CLOSED',
      effects: ['creaks'],
    })
    expect(takeStep(door, { state: 'OPEN', event: 'close', facts: { ...facts, broken: true } })).toEqual({
      ok: true,
      next: 'WALLED_UP',
      effects: [],
    })
  })

  it('is refused by the transition’s guard, which gives the reason', () => {
    const locked = { ...facts, locked: true }
    expect(takeStep(door, { state: 'CLOSED', event: 'open', facts: locked })).toEqual({
      ok: false,
      reason: 'it is locked',
    })
  })

  it('is refused if no transition leaves the state', () => {
    expect(takeStep(door, { state: 'WALLED_UP', event: 'open', facts })).toEqual({
      ok: false,
      reason: 'nothing leads there from WALLED_UP',
    })
  })
})

it('lists the states that each state can reach', () => {
  expect(hasTransition(door.ways, 'OPEN', 'WALLED_UP')).toBe(true)
  expect(hasTransition(door.ways, 'CLOSED', 'OPEN')).toBe(true)
  expect(hasTransition(door.ways, 'CLOSED', 'WALLED_UP')).toBe(false)
  expect(hasTransition(door.ways, 'NO_SUCH', 'OPEN')).toBe(false)
})
