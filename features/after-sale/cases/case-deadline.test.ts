import { describe, expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { caseTerms, deadlineAfter } from './case-course.ts'

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
