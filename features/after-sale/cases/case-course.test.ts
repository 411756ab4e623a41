import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import {
  caseKinds,
  isClosed,
  isRemorse,
  notReceivedStates,
  returnReasons,
  returnStates,
  endStates,
  type CaseFacts,
  type CaseStep,
} from '#features/core/order/order-case.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { day, hour } from '#lib/duration.ts'
import {
  deadlineAfter,
  caseSetting,
  nextTimer,
  openedCase,
  partMinor,
  partsOf,
  stepCase,
  type CaseSetting,
  type TakenStep,
  caseTerms,
} from './case-course.ts'
import { allSteps } from './testing-steps.ts'
import { whoseTurn } from './case-states.ts'

const setting: CaseSetting = caseSetting(testPolicyPack, { timeZone: 'Europe/London' })
const wednesday = new Date('2026-11-18T19:26:00Z')
const opened = (more: Partial<Parameters<typeof openedCase>[0]> = {}) =>
  openedCase({ kind: 'RETURN', reason: 'NOT_AS_DESCRIBED', line: 1, units: 1, at: wednesday, ...more }, setting)
const parcel = { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' }
const plenty = { available: 5, itemMinor: 8650, shippingMinor: 395 }
const nothing = { ...plenty, itemMinor: 0, shippingMinor: 0 }

/** Applies steps, one hour apart. */
function go(from: CaseFacts, steps: (CaseStep | Omit<TakenStep, 'at'>)[], with_ = plenty) {
  return steps.reduce((facts, step, index) => {
    const taken = typeof step === 'string' ? { step } : step
    const outcome = stepCase(
      facts,
      { ...taken, at: new Date(wednesday.getTime() + (index + 1) * hour) },
      with_,
      setting,
    )
    if (!outcome.ok) throw new Error(`${taken.step} in ${facts.state}: ${outcome.reason}`)
    return outcome.after
  }, from)
}
const refusal = (from: CaseFacts, step: Omit<TakenStep, 'at'>, with_ = plenty) => {
  const outcome = stepCase(from, { ...step, at: wednesday }, with_, setting)
  return outcome.ok ? null : outcome.reason
}

describe('deadlines', () => {
  it('count working days after the day itself, to the last second of the seller’s day', () => {
    expect(deadlineAfter(wednesday, 'returnSellerResponse', setting)).toEqual({
      at: '2026-11-23T23:59:59.000Z',
      rule: 'returnSellerResponse',
      calendar: `${testPolicyPack.id} ${testPolicyPack.asOf}`,
      days: ['2026-11-19', '2026-11-20', '2026-11-23'],
    })
    const holiday = { ...setting, calendar: { ...setting.calendar, holidays: ['2026-11-20'] } }
    expect(deadlineAfter(wednesday, 'returnSellerResponse', holiday).days.at(-1)).toBe('2026-11-24')
    // Ten past midnight in Tokyo is the next day.
    const tokyo = { ...setting, calendar: { ...setting.calendar, timeZone: 'Asia/Tokyo' } }
    expect(deadlineAfter(new Date('2026-11-18T15:10:00Z'), 'returnRefundAfterDelivery', tokyo).at).toBe(
      '2026-11-23T14:59:59.000Z',
    )
  })

  it('may be a duration across a clock change', () => {
    expect(deadlineAfter(wednesday, 'caseDecision', setting)).toMatchObject({
      at: '2026-11-20T19:26:00.000Z',
      days: [],
    })
    expect(deadlineAfter(new Date('2026-10-23T12:00:00Z'), 'returnSellerResponse', setting).at).toBe(
      '2026-10-28T23:59:59.000Z',
    )
  })
})

describe('a return', () => {
  it('is accepted, labelled, sent back, delivered and refunded', () => {
    const accepted = go(opened(), ['accept'])
    expect(accepted.state).toBe('RETURN_LABEL_PENDING')
    const labelled = go(accepted, [{ step: 'give-label', parcel }])
    expect(labelled).toMatchObject({ state: 'ITEM_READY_TO_SHIP', parcel, deadline: { rule: 'returnAutoClose' } })
    const back = go(labelled, ['send-back', 'delivered-back'])
    expect(back).toMatchObject({ state: 'ITEM_DELIVERED', deadline: { days: ['2026-11-19', '2026-11-20'] } })
    const refunded = stepCase(back, { step: 'refund', at: wednesday }, plenty, setting)
    expect(refunded).toMatchObject({
      ok: true,
      effects: ['refund-whole'],
      after: { state: 'REFUND_INITIATED', refundMinor: 9045, deadline: null },
    })
    expect(go(back, ['refund', 'refunded']).state).toBe('CLOSED')
  })

  it('needs no seller’s label if the buyer changed their mind, or if the answer includes one', () => {
    expect(go(opened({ reason: 'NO_LONGER_NEED_ITEM' }), ['accept']).state).toBe('ITEM_READY_TO_SHIP')
    expect(go(opened(), [{ step: 'accept', parcel }]).state).toBe('ITEM_READY_TO_SHIP')
    expect(refusal(go(opened(), ['accept']), { step: 'give-label' })).toBe('no-tracking')
  })

  it('can be offered partial refunds in the marketplace’s steps; if refused, the first deadline applies again', () => {
    const { least, most, step } = testPolicyPack.partRefund
    expect([least, most, step]).toEqual([5, 50, 5])
    expect(partsOf(testPolicyPack.partRefund)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50])
    for (const percent of [0, 4, 22, 51, 55, null])
      expect(refusal(opened(), { step: 'offer-part', percent })).toBe('no-such-part')
    const offered = go(opened(), [{ step: 'offer-part', percent: 20 }])
    expect(offered).toMatchObject({ state: 'PARTIAL_REFUND_REQUESTED', offerPercent: 20 })
    const refused = (days: number) =>
      stepCase(offered, { step: 'refuse-offer', at: new Date(wednesday.getTime() + days * day) }, plenty, setting)
    const { deadline } = opened()
    expect(refused(2)).toMatchObject({ ok: true, after: { state: 'RETURN_REQUESTED', deadline } })
    // If the deadline has passed, the seller is late immediately; otherwise it would expire before the refusal, and
    // twice.
    expect(refused(9)).toMatchObject({ ok: true, after: { state: 'RETURN_REQUEST_TIMEOUT', deadline } })
    expect(go(offered, ['take-offer'])).toMatchObject({ state: 'REFUND_INITIATED', refundMinor: 1730 })
  })

  it('is replaced only from stock', () => {
    expect(refusal(opened({ units: 2 }), { step: 'offer-replacement' }, { ...plenty, available: 1 })).toBe(
      'none-available',
    )
    const offered = go(opened({ units: 2 }), ['offer-replacement'], { ...plenty, available: 2 })
    expect(go(offered, ['take-offer', { step: 'ship-replacement', parcel }, 'arrived']).state).toBe('CLOSED')
  })

  it('can go to the marketplace once the seller has declined or missed the deadline', () => {
    expect(refusal(opened(), { step: 'escalate' })).toBe('too-early')
    expect(go(opened(), ['time-out', 'escalate']).state).toBe('ESCALATED')
    expect(go(opened(), ['decline', 'escalate', 'decide-for-seller'])).toMatchObject({
      state: 'CLOSED_SELLER',
      refundMinor: null,
    })
    expect(go(opened(), ['decline', 'escalate', 'decide-for-buyer'])).toMatchObject({
      state: 'CLOSED_BUYER',
      refundMinor: 9045,
    })
    // A late seller may still answer.
    expect(go(opened(), ['time-out', 'accept']).state).toBe('RETURN_LABEL_PENDING')
  })

  it('is refunded automatically after delivery, unless nothing is left', () => {
    const back = go(opened(), ['accept', { step: 'give-label', parcel }, 'mark-delivered'])
    expect(go(back, ['time-out'])).toMatchObject({ state: 'REFUND_INITIATED', refundMinor: 9045 })
    expect(go(back, ['time-out'], nothing)).toMatchObject({
      state: 'CLOSED',
      refundMinor: null,
    })
    expect(refusal(back, { step: 'refund' }, nothing)).toBe('nothing-to-refund')
  })

  it('repeats a failed refund with the same amount', () => {
    const failed = go(opened(), [{ step: 'offer-part', percent: 50 }, 'take-offer', 'refund-failed'])
    expect(failed.state).toBe('REFUND_FAILED')
    const again = stepCase(failed, { step: 'refund', at: wednesday }, plenty, setting)
    expect(again).toMatchObject({ ok: true, effects: ['refund-again'], after: { refundMinor: 4325 } })
  })
})

describe('an item not received', () => {
  const lost = () => opened({ kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED' })

  it('is answered with a tracking number or a refund', () => {
    expect(refusal(lost(), { step: 'show-tracking' })).toBe('no-tracking')
    const shown = go(lost(), [{ step: 'show-tracking', parcel }])
    expect(shown).toMatchObject({ state: 'WAITING_BUYER_RESPONSE', deadline: { rule: 'inquiryAutoClose' } })
    expect(go(shown, ['arrived']).state).toBe('CLOSED')
    expect(go(shown, ['time-out']).state).toBe('CLOSED')
    expect(go(shown, ['escalate']).state).toBe('ESCALATED')
    expect(go(lost(), ['refund', 'refunded'])).toMatchObject({ state: 'CLOSED', refundMinor: 9045 })
  })

  it('goes to the marketplace if nobody answers in time, and not before', () => {
    expect(refusal(lost(), { step: 'escalate' })).toBe('too-early')
    expect(go(lost(), ['time-out', 'escalate']).state).toBe('ESCALATED')
  })
})

describe('any sequence', () => {
  const randomStep = fc.record({
    step: fc.constantFrom(...allSteps),
    after: fc.integer({ min: 0, max: 5 * day }),
    percent: fc.constantFrom(null, 5, 20, 33, 50),
    parcel: fc.constantFrom(null, parcel),
    available: fc.integer({ min: 0, max: 3 }),
    itemMinor: fc.constantFrom(0, 1, 8650),
    shippingMinor: fc.constantFrom(0, 395),
  })
  const start = fc.record({
    kind: fc.constantFrom(...caseKinds),
    reason: fc.constantFrom(...returnReasons),
    units: fc.integer({ min: 1, max: 3 }),
  })

  it('stays within its states, owes nothing undecided, and can be replayed from its steps', () => {
    expectForAll(start, fc.array(randomStep, { maxLength: 25 }), ({ kind, reason, units }, taken) => {
      const first = opened({ kind, units, reason: kind === 'RETURN' ? reason : 'ITEM_NOT_RECEIVED' })
      const allowed: readonly string[] = [...(kind === 'RETURN' ? returnStates : notReceivedStates), ...endStates]
      const timeline = [first]
      const done: [TakenStep, typeof plenty][] = []
      let at = wednesday
      for (const { after, available, itemMinor, shippingMinor, ...step } of taken) {
        at = new Date(at.getTime() + after)
        const before = timeline.at(-1)!
        const circumstances = { available, itemMinor, shippingMinor }
        const outcome = stepCase(before, { ...step, at }, circumstances, setting)
        if (!outcome.ok) continue
        const { after: facts, effects } = outcome
        // Closed cases allow no steps.
        expect(isClosed(before.state)).toBe(false)
        expect(allowed).toContain(facts.state)
        expect(facts.step).toBe(step.step)
        // Refunds occur only as effects, and never exceed what is refundable.
        if (effects.includes('refund-whole')) expect(facts.refundMinor).toBe(itemMinor + shippingMinor)
        if (effects.includes('refund-part')) expect(facts.refundMinor).toBeLessThanOrEqual(Math.max(1, itemMinor / 2))
        if (effects.some((effect) => effect !== 'takes-stock')) expect(itemMinor + shippingMinor).toBeGreaterThan(0)
        else expect(facts.refundMinor).toBe(before.refundMinor)
        // Every deadline has a rule and calendar; closed cases have none, and none precedes its request.
        if (isClosed(facts.state)) expect(facts.deadline).toBeNull()
        if (whoseTurn[facts.state] === 'BUYER') expect(facts.deadline).not.toBeNull()
        if (facts.deadline) {
          expect(facts.deadline.calendar).toBe(setting.calendar.name)
          expect(facts.deadline.at > wednesday.toISOString()).toBe(true)
        }
        const timer = nextTimer(facts)
        if (timer) expect(timer.toISOString()).toBe(facts.deadline!.at)
        // A deadline in the past would expire before the step itself.
        if (timer && facts.deadline !== before.deadline) expect(timer >= at).toBe(true)
        timeline.push(facts)
        done.push([{ ...step, at }, circumstances])
      }
      const replayed = done.reduce((facts, [step, circumstances]) => {
        const outcome = stepCase(facts, step, circumstances, setting)
        return outcome.ok ? outcome.after : facts
      }, first)
      expect(replayed).toEqual(timeline.at(-1))
    })
  })

  it('ends by itself without further action', () => {
    expectForAll(start, fc.array(randomStep, { maxLength: 12 }), ({ kind, reason, units }, taken) => {
      let facts = opened({ kind, units, reason: kind === 'RETURN' ? reason : 'ITEM_NOT_RECEIVED' })
      for (const { available, itemMinor, shippingMinor, ...step } of taken) {
        const outcome = stepCase(facts, { ...step, at: wednesday }, { available, itemMinor, shippingMinor }, setting)
        if (outcome.ok) facts = outcome.after
      }
      for (let timer = nextTimer(facts), left = 9; timer; timer = nextTimer(facts), left -= 1) {
        expect(left).toBeGreaterThan(0)
        const outcome = stepCase(facts, { step: 'time-out', at: timer }, plenty, setting)
        expect(outcome.ok).toBe(true)
        if (outcome.ok) facts = outcome.after
      }
      // Only cases waiting for a carrier, the marketplace, a payment provider or a late seller can stay open without
      // a deadline.
      expect(isClosed(facts.state) || whoseTurn[facts.state] !== 'BUYER').toBe(true)
    })
  })

  it('offers partial refunds of more than nothing and at most the whole', () => {
    expectForAll(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom(...partsOf(testPolicyPack.partRefund)),
      (minor, percent) => {
        const part = partMinor(minor, percent)
        expect(part).toBeGreaterThan(0)
        expect(part).toBeLessThanOrEqual(minor)
        expect(Math.abs(part * 100 - minor * percent)).toBeLessThanOrEqual(Math.max(50, 100 - minor * percent))
      },
    )
  })

  it('knows the reasons on the buyer’s side', () => {
    expect(returnReasons.filter(isRemorse)).toEqual([
      'ORDERED_WRONG_ITEM',
      'NO_LONGER_NEED_ITEM',
      'WRONG_SIZE',
      'FOUND_BETTER_PRICE',
    ])
  })
})

describe('a case’s deadline', () => {
  // Thursday, 2 April 2026; Good Friday and Easter Monday follow.
  const from = new Date('2026-04-02T10:00:00Z')
  const pack = { ...testPolicyPack, businessDays: [1, 2, 3, 4, 5] }
  const rule = 'returnSellerResponse'
  const withTerm = { ...pack, deadlines: { ...pack.deadlines, [rule]: { workingDays: 3 } } }
  const daysOf = (seller: Parameters<typeof caseTerms>[1]) =>
    deadlineAfter(from, rule, caseTerms(withTerm, seller)).days

  it('does not count public holidays of the seller’s region', () => {
    const holidays = ['2026-04-03', '2026-04-06'] as never[]
    expect(daysOf({ timeZone: 'Europe/London' })).toEqual(['2026-04-03', '2026-04-06', '2026-04-07'])
    expect(daysOf({ timeZone: 'Europe/London', holidays, holidayRegion: 'GB' })).toEqual([
      '2026-04-07',
      '2026-04-08',
      '2026-04-09',
    ])
  })

  it('names the region of the skipped holidays', () => {
    const named = (holidayRegion: string | null) => caseTerms(pack, { timeZone: 'UTC', holidayRegion }).calendar.name
    expect(named('DE-BY')).toBe(`${pack.id} ${pack.asOf}, DE-BY`)
    expect(named(null)).toBe(`${pack.id} ${pack.asOf}`)
  })
})
