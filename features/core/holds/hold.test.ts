import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { availableAt } from '#features/core/policy-pack/payout-rules.ts'
import { day, minute } from '#lib/duration.ts'
import { isKept, releasedHold, wantedHold, type HoldFacts } from './hold.ts'
import { isNewSeller, withHistory } from './seller-sales-db.server.ts'

const { payout: rules } = testPolicyPack
const paidAt = new Date('2026-11-02T10:00:00Z')
const after = (days: number, ms = 0) => new Date(paidAt.getTime() + days * day + ms)
const facts: HoldFacts = {
  paidAt,
  isShipped: false,
  deliveredAt: null,
  latestDelivery: null,
  openCases: [],
  isNewSeller: false,
}
const fresh: HoldFacts = { ...facts, isNewSeller: true }
const reasonAt = (of: HoldFacts, now: Date) => wantedHold(of, now, rules)?.reason ?? null

describe('money of a sale', () => {
  it('is available two days after the payment', () => {
    expect(availableAt(paidAt, rules)).toEqual(after(2))
  })
  it('is free of holds for a seller who is not new and has no case', () => {
    expect([after(0), after(2), after(40)].map((now) => reasonAt(facts, now))).toEqual([null, null, null])
  })
})

describe('a hold because of a case', () => {
  const inReturn: HoldFacts = { ...facts, openCases: [{ kind: 'RETURN', openedAt: after(5) }] }
  it('has the reason of the case and lasts thirty days at most', () => {
    expect(wantedHold(inReturn, after(5), rules)).toEqual({
      reason: 'RETURN_OPEN',
      releaseAt: null,
      latestAt: after(35),
    })
    expect([reasonAt(inReturn, after(35, -1)), reasonAt(inReturn, after(35))]).toEqual(['RETURN_OPEN', null])
    expect(reasonAt({ ...facts, openCases: [{ kind: 'NOT_RECEIVED', openedAt: after(5) }] }, after(6))).toBe(
      'NOT_RECEIVED',
    )
  })
  it('goes before waiting for the delivery, and the older case before the newer', () => {
    const openCases = [
      { kind: 'RETURN', openedAt: after(6) },
      { kind: 'NOT_RECEIVED', openedAt: after(4) },
    ] as const
    expect(reasonAt({ ...fresh, openCases }, after(7))).toBe('NOT_RECEIVED')
    expect(reasonAt({ ...fresh, openCases }, after(34))).toBe('RETURN_OPEN')
  })
})

describe('a new seller’s money', () => {
  it('waits from the time it would be available', () => {
    expect([reasonAt(fresh, after(2, -1)), reasonAt(fresh, after(2))]).toEqual([null, 'NOT_DELIVERED'])
  })
  it('is released one day after the delivery', () => {
    const delivered = { ...fresh, isShipped: true, deliveredAt: after(6) }
    expect(wantedHold(delivered, after(6), rules)).toMatchObject({ releaseAt: after(7), latestAt: after(21) })
    expect([reasonAt(delivered, after(7, -1)), reasonAt(delivered, after(7))]).toEqual(['NOT_DELIVERED', null])
  })
  it('is released seven days after the latest estimate if it was shipped', () => {
    const estimated = { ...fresh, latestDelivery: after(9) }
    const shipped = { ...estimated, isShipped: true }
    expect(wantedHold(shipped, after(3), rules)).toMatchObject({ releaseAt: after(10), latestAt: after(16) })
    expect([reasonAt(shipped, after(16, -1)), reasonAt(shipped, after(16))]).toEqual(['NOT_DELIVERED', null])
    expect(wantedHold(estimated, after(3), rules)).toMatchObject({ releaseAt: after(10), latestAt: after(21) })
    expect(wantedHold(shipped, after(10), rules)).toMatchObject({ releaseAt: after(16), latestAt: after(16) })
  })
  it('is released twenty-one days after the payment whatever happens', () => {
    expect([reasonAt(fresh, after(21, -1)), reasonAt(fresh, after(21))]).toEqual(['NOT_DELIVERED', null])
    const late = { ...fresh, isShipped: true, latestDelivery: after(60) }
    expect([reasonAt(late, after(21, -1)), reasonAt(late, after(21))]).toEqual(['NOT_DELIVERED', null])
  })
})

const time = fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => after(0, minutes * minute))
const anyFacts: fc.Arbitrary<HoldFacts> = fc.record({
  paidAt: fc.constant(paidAt),
  isShipped: fc.boolean(),
  deliveredAt: fc.option(time),
  latestDelivery: fc.option(time),
  openCases: fc.array(
    fc.record({ kind: fc.constantFrom('RETURN' as const, 'NOT_RECEIVED' as const), openedAt: time }),
    {
      maxLength: 3,
    },
  ),
  isNewSeller: fc.boolean(),
})

describe('any hold', () => {
  it('ends at its latest time, and is not expected to end after it', () => {
    expectForAll(anyFacts, time, (of, now) => {
      const hold = wantedHold(of, now, rules)
      if (!hold) return
      expect(hold.latestAt > now).toBe(true)
      expect(hold.releaseAt === null || hold.releaseAt <= hold.latestAt).toBe(true)
      const then = wantedHold(of, hold.latestAt, rules)
      expect(then === null || then.latestAt > hold.latestAt).toBe(true)
    })
  })
  it('is gone sixty days after the last event', () => {
    expectForAll(anyFacts, (of) => {
      expect(wantedHold(of, after(120), rules)).toBeNull()
    })
  })
})

describe('the marketplace’s own hold', () => {
  it('stays until it is released, or the time it named', () => {
    expect(isKept({ reason: 'MARKETPLACE', releaseAt: null }, after(900))).toBe(true)
    expect(isKept({ reason: 'DISPUTE', releaseAt: after(3) }, after(3, -1))).toBe(true)
    expect(isKept({ reason: 'DISPUTE', releaseAt: after(3) }, after(3))).toBe(false)
    expect(isKept({ reason: 'RETURN_OPEN', releaseAt: null }, after(1))).toBe(false)
  })
  it('is released once', () => {
    expect(releasedHold('HELD')).toMatchObject({ ok: true, next: 'RELEASED' })
    expect(releasedHold('RELEASED')).toEqual({ ok: false, reason: 'released-already' })
  })
})

describe('a seller', () => {
  const sold = { firstAt: paidAt, sales: 25, amounts: new Map([['GBP', 25_000]]) }
  const isNew = (change: Partial<typeof sold> | { firstAt: null }, now = after(91)) =>
    isNewSeller({ ...sold, ...change }, now, rules.newSeller)
  it('is new until 90 days, 25 sales and 250.00 are all reached', () => {
    expect(isNew({})).toBe(false)
    expect([isNew({}, after(90)), isNew({}, after(90, 1))]).toEqual([true, false])
    expect(isNew({ sales: 24 })).toBe(true)
    expect(isNew({ amounts: new Map([['GBP', 24_999]]) })).toBe(true)
    expect(isNew({ firstAt: null })).toBe(true)
  })
  it('needs one currency to reach its amount, and none without a number', () => {
    const both = [
      ['GBP', 100],
      ['EUR', 25_000],
    ] as const
    expect(isNew({ amounts: new Map(both) })).toBe(false)
    expect(isNew({ amounts: new Map([['JPY', 1]]) })).toBe(false)
  })
  it('sold since the earlier of its first sales, and what both have', () => {
    const none = { firstAt: null, sales: 0, amounts: new Map<string, number>() }
    const past = { firstAt: after(-400), sales: 3, amounts: new Map([['EUR', 700]]) }
    expect(withHistory(sold, past)).toEqual({
      firstAt: after(-400),
      sales: 28,
      amounts: new Map([
        ['GBP', 25_000],
        ['EUR', 700],
      ]),
    })
    expect([withHistory(sold, none), withHistory(none, sold), withHistory(none, none)]).toEqual([sold, sold, none])
  })
})
