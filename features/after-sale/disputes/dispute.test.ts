import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import {
  disputeFee,
  disputeStates,
  isDecided,
  nextDisputeState,
  parseDisputeNumber,
  respondBy,
  type DisputeState,
  type DisputeStep,
} from './dispute.ts'

const steps: readonly DisputeStep[] = ['contest', 'accept', 'win', 'lose', 'time-out']

/** All steps that are possible in each state, with what follows. */
const course: Record<DisputeState, Partial<Record<DisputeStep, string>>> = {
  ACTION_NEEDED: {
    contest: 'CONTESTED',
    accept: 'ACCEPTED',
    win: 'WON, pay-back',
    lose: 'LOST, charge-fee',
    'time-out': 'LOST, charge-fee',
  },
  CONTESTED: { win: 'WON, pay-back', lose: 'LOST, charge-fee' },
  ACCEPTED: {},
  WON: {},
  LOST: {},
}

describe('a dispute', () => {
  it.each(disputeStates)('in %s takes the steps of its state only', (state) => {
    for (const step of steps) {
      const taken = nextDisputeState(state, step)
      const text = taken.ok ? [taken.next, ...taken.effects].join(', ') : undefined
      expect(text, `${step} in ${state}`).toBe(course[state][step])
    }
  })

  it('says whether it was answered or is decided', () => {
    const refused = (state: DisputeState) => nextDisputeState(state, 'contest')
    expect(refused('CONTESTED')).toEqual({ ok: false, reason: 'answered-already' })
    expect(refused('WON')).toEqual({ ok: false, reason: 'closed-already' })
  })

  it('pays back or charges at most once, whatever is tried', () => {
    expectForAll(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), (tried) => {
      let state: DisputeState = 'ACTION_NEEDED'
      const effects: string[] = []
      for (const step of tried) {
        const taken = nextDisputeState(state, step)
        if (!taken.ok) continue
        expect(isDecided(state)).toBe(false)
        state = taken.next
        effects.push(...taken.effects)
      }
      expect(effects.length).toBe(state === 'WON' || state === 'LOST' ? 1 : 0)
    })
  })

  it('is answered within five days, by the policy pack that is named', () => {
    const openedAt = new Date('2026-11-20T09:30:00Z')
    expect(respondBy(openedAt, testPolicyPack)).toEqual({
      at: new Date(openedAt.getTime() + 5 * day),
      calendar: 'hub-us 2026-01-01',
    })
  })

  it('costs a fee in dollars only', () => {
    expect(['USD', 'GBP', 'EUR'].map((currency) => disputeFee(currency, testPolicyPack))).toEqual([2_000, 0, 0])
  })

  it('has a number of twelve characters', () => {
    expect(parseDisputeNumber('0123456789ab')).toBe('0123456789ab')
    for (const text of [null, '', '0123456789a', '0123456789abc', '0123456789AB'])
      expect(parseDisputeNumber(text)).toBeNull()
  })
})
