import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeStep } from '#lib/state-table.ts'
import { expectForAll } from '#lib/testing-property.ts'
import {
  dueSteps,
  isOn,
  saleChoices,
  saleStates,
  saleTable,
  stateAt,
  type SaleFacts,
  type SaleState,
  type SaleStep,
} from './sale-event.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000)
const facts: SaleFacts = { startsAt: at(0), endsAt: at(100), now: at(-10), listings: 2, unable: 0 }
const next = (state: SaleState, event: SaleStep, change: Partial<SaleFacts> = {}) => {
  const step = takeStep(saleTable, { state, event, facts: { ...facts, ...change } })
  return step.ok ? step.next : step.reason
}

describe('a sale', () => {
  it('is scheduled once it has listings that can all be reduced, and time is left', () => {
    expect(next('DRAFT', 'schedule')).toBe('SCHEDULED')
    expect(next('DRAFT', 'schedule', { listings: 0 })).toBe('empty')
    expect(next('DRAFT', 'schedule', { unable: 1 })).toBe('unable')
    expect(next('DRAFT', 'schedule', { now: at(99.999) })).toBe('SCHEDULED')
    expect(next('DRAFT', 'schedule', { now: at(100) })).toBe('over')
  })

  it('is withdrawn until it begins', () => {
    expect(next('SCHEDULED', 'withdraw', { now: at(-0.001) })).toBe('DRAFT')
    expect(next('SCHEDULED', 'withdraw', { now: at(0) })).toBe('started')
  })

  it('starts and ends by the clock, and not before', () => {
    expect(next('SCHEDULED', 'start', { now: at(-0.001) })).toBe('not-due')
    expect(next('SCHEDULED', 'start', { now: at(0) })).toBe('RUNNING')
    expect(next('RUNNING', 'expire', { now: at(99.999) })).toBe('not-due')
    expect(next('PAUSED', 'expire', { now: at(100) })).toBe('ENDED')
  })

  it('is paused, resumed and ended; what has ended stays so', () => {
    expect(next('RUNNING', 'pause')).toBe('PAUSED')
    expect(next('PAUSED', 'resume')).toBe('RUNNING')
    expect(next('PAUSED', 'end')).toBe('ENDED')
    expect(saleChoices('RUNNING', { ...facts, now: at(5) })).toEqual(['pause', 'end'])
    expect(saleChoices('ENDED', { ...facts, now: at(500) })).toEqual([])
  })

  it('gives its price from the first second to the last, also before a job has stored its state', () => {
    const on = (state: SaleState, now: Date) => isOn({ state, startsAt: at(0), endsAt: at(100) }, now)
    for (const state of ['SCHEDULED', 'RUNNING'] as const)
      expect([-0.001, 0, 99.999, 100].map((second) => on(state, at(second)))).toEqual([false, true, true, false])
    expect(on('PAUSED', at(50))).toBe(false)
    expect(on('DRAFT', at(50))).toBe(false)
  })
})

const moment = fc.integer({ min: -200, max: 400 }).map(at)

it('takes each due step once, in order, whenever the clock is read', () => {
  expectForAll(fc.constantFrom(...saleStates), fc.array(moment, { minLength: 1, maxLength: 8 }), (first, moments) => {
    let state = first
    const taken: SaleStep[] = []
    // The clock may jump back and forth.
    for (const now of moments) {
      const due = dueSteps(state, { ...facts, now })
      taken.push(...due)
      state = stateAt(state, facts, now)
    }
    expect(taken.filter((step) => step === 'start').length).toBeLessThanOrEqual(1)
    expect(taken.filter((step) => step === 'expire').length).toBeLessThanOrEqual(1)
    expect(taken).toEqual(taken.toSorted((one, other) => (one === other ? 0 : one === 'start' ? -1 : 1)))
  })
})

it('gives no price outside its span, in no state', () => {
  expectForAll(fc.constantFrom(...saleStates), moment, (state, now) => {
    if (isOn({ state, ...facts }, now)) expect(now >= facts.startsAt && now < facts.endsAt).toBe(true)
  })
})
