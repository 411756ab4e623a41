import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { recordOf } from '#lib/records.ts'
import { firstStepNames, leftOutFrom, stepStates, type StepFacts } from './first-steps.ts'

const facts = (...done: (keyof StepFacts)[]) => ({
  ...recordOf(firstStepNames, (step) => done.includes(step)),
  isEstablished: false,
})
const everyone = { leftOut: [], may: () => true }

describe('the first steps', () => {
  it('are all there for a new owner, and ticked when they are true', () => {
    const states = stepStates(facts('policies', 'listing'), everyone)
    expect(states?.map(({ step }) => step)).toEqual(firstStepNames)
    expect(states?.filter(({ isDone }) => isDone).map(({ step }) => step)).toEqual(['policies', 'listing'])
  })

  it('are only those that the reader may do', () => {
    const may = (permission: string) => permission === 'hub.view' || permission === 'orders.ship'
    expect(stepStates(facts(), { leftOut: [], may })?.map(({ step }) => step)).toEqual([
      'language',
      'address',
      'sale',
      'parcel',
    ])
    expect(stepStates(facts('parcel'), { leftOut: [], may })).toBeNull()
  })

  it('end once each is done or left out, and for good with the first payout', () => {
    const rest = firstStepNames.filter((step) => step !== 'payout' && step !== 'bank')
    expect(stepStates(facts(...rest), { ...everyone, leftOut: ['bank'] })).not.toBeNull()
    expect(stepStates(facts(...rest), { ...everyone, leftOut: ['bank', 'payout'] })).toBeNull()
    expect(stepStates(facts('payout'), everyone)).toBeNull()
    expect(stepStates({ ...facts(), isEstablished: true }, everyone)).toBeNull()
    expectForAll(fc.subarray(firstStepNames), fc.subarray(firstStepNames), (done, leftOut) => {
      const isOpen = done.length < firstStepNames.length && !done.includes('payout')
      const rests = firstStepNames.some((step) => !done.includes(step) && !leftOut.includes(step))
      expect(stepStates(facts(...done), { ...everyone, leftOut }) !== null).toBe(isOpen && rests)
    })
  })

  it('read back what was left out, and nothing else', () => {
    expect(leftOutFrom('sale,gone,bank')).toEqual(['bank', 'sale'])
    expect(leftOutFrom(null)).toEqual([])
  })
})
