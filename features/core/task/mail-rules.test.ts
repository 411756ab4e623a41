import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { hour } from '#lib/duration.ts'
import { roles } from '#web/roles.ts'
import { morningAbout, defaultMailChoices, stockAbout, warningAbout } from './mail-rules.ts'

const due = new Date('2026-11-24T23:59:59Z')
const before = (hours: number) => new Date(due.getTime() - hours * hour)
const both = { warn24: true, warn4: true }

it('morningAbout is the seller’s local day, from 07:30 until the evening', () => {
  const at = (time: string) => morningAbout(new Date(`2026-11-24T${time}Z`), 'Europe/Berlin')
  expect([at('06:29:59'), at('06:30:00'), at('16:59:59'), at('17:00:00')]).toEqual([
    null,
    'morning 2026-11-24',
    'morning 2026-11-24',
    null,
  ])
  // It is already the next day there.
  expect(morningAbout(new Date('2026-11-24T23:00:00Z'), 'Asia/Tokyo')).toBe('morning 2026-11-25')
})

it('stockAbout is the day up to 07:30, also when the clock changed, and nothing in quiet hours', () => {
  const at = (time: string, zone = 'Europe/Berlin') => stockAbout(new Date(`2026-${time}Z`), zone)
  const span = { from: new Date('2026-11-23T06:30:00Z'), until: new Date('2026-11-24T06:30:00Z') }
  expect([at('11-24T06:29:59'), at('11-24T17:00:00')]).toEqual([null, null])
  expect([at('11-24T06:30:00'), at('11-24T16:59:59')]).toEqual(
    Array.from({ length: 2 }, () => ({ about: 'stock 2026-11-24', ...span })),
  )
  // Summer time ended at 03:00: a day of 25 hours.
  expect(at('10-25T08:00:00')).toMatchObject({
    from: new Date('2026-10-24T05:30:00Z'),
    until: new Date('2026-10-25T06:30:00Z'),
  })
})

describe('warningAbout', () => {
  it('comes 24 and 4 hours before, and not after', () => {
    const about = (hours: number) => warningAbout(due, before(hours), both)?.slice(0, 4) ?? null
    expect([24.01, 24, 4.01, 4, 0.01, 0, -1].map(about)).toEqual([null, '24 h', '24 h', '4 h ', '4 h ', null, null])
  })

  it('includes only chosen kinds, and each deadline once', () => {
    expect(warningAbout(due, before(3), { warn24: true, warn4: false })).toBeNull()
    expect(warningAbout(due, before(9), { warn24: false, warn4: true })).toBeNull()
    expectForAll(fc.array(fc.double({ min: -10, max: 40, noNaN: true }), { maxLength: 50 }), (hours) => {
      const abouts = hours.map((left) => warningAbout(due, before(left), both)).filter((about) => about !== null)
      expect(new Set(abouts).size).toBeLessThanOrEqual(2)
    })
  })
})

it('defaultMailChoices notify roles that answer and ship', () => {
  expect(roles.filter((role) => defaultMailChoices(role).morning)).toEqual(['owner', 'manager', 'shipper'])
})
