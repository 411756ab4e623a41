import { describe, expect, it } from 'vitest'
import { day, hour } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { ruleOf } from './case-states.ts'
import { caseDueWords } from './case-words.ts'
import type { CaseState } from '#features/core/order/order-case.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inTime = (ms: number) => new Date(now.getTime() + ms)
const wordsFor = (locale: 'en' | 'de') => (state: CaseState, due: Date | null) =>
  caseDueWords({ state, due_at: due }, { now, texts: textsFor(locale, 'Europe/London') })

describe('the deadline of a case', () => {
  it.each([
    ['RETURN_REQUESTED', 5 * day, 'due in 5 d', 'fällig in 5 Tagen'],
    ['RETURN_LABEL_PENDING', day, 'due tomorrow', 'fällig morgen'],
    ['RETURN_REQUEST_TIMEOUT', -3 * hour, '3 h late', '3 Std. zu spät'],
    ['RETURN_REJECTED', 29 * day, 'closes in 29 d', 'schließt in 29 Tagen'],
    ['REPLACEMENT_SHIPPED', -hour, 'closes now', 'schließt jetzt'],
    ['ESCALATED', 2 * day, 'decision in 2 d', 'Entscheidung in 2 Tagen'],
  ] as const)('says what happens next: %s', (state, left, english, german) => {
    expect([wordsFor('en')(state, inTime(left))?.text, wordsFor('de')(state, inTime(left))?.text]).toEqual([
      english,
      german,
    ])
  })

  it('is never a bare time, whatever the state', () => {
    const timed = (Object.keys(ruleOf) as CaseState[]).filter((state) => ruleOf[state] !== null)
    expect(timed.map((state) => wordsFor('en')(state, inTime(29 * day))?.text)).not.toContain('in 29 d')
    expect(wordsFor('en')('CLOSED', null)).toBeNull()
  })
})
