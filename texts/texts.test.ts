import { describe, expect, it } from 'vitest'
import { toDecimal } from '#lib/money.ts'
import { textsFor } from './catalogues.server.ts'
import { de, en } from './messages.ts'
import { compileMessages } from './compile.ts'
import { negotiateLocale, pseudoLocale, type TextKey } from './texts.ts'

/** Placeholder names of an ICU message, including nested ones. */
function places(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return []
    const [name, , options] = token as [string, unknown, unknown]
    return [name, ...(options && typeof options === 'object' ? Object.values(options).flatMap(places) : [])]
  })
}

describe('the catalogues', () => {
  it('have the same keys, no empty text, and the same places in each', () => {
    const english = compileMessages(en)
    const german = compileMessages(de)
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted())
    for (const key of Object.keys(english)) {
      expect(en[key as TextKey].trim(), key).not.toBe('')
      expect(de[key as TextKey].trim(), key).not.toBe('')
      expect([...new Set(places(german[key]))].toSorted(), key).toEqual([...new Set(places(english[key]))].toSorted())
    }
  })

  it('show every text accented in the pseudo-locale', () => {
    expect(textsFor(pseudoLocale, 'UTC').t('common.zone', { zone: 'UTC' })).toBe('⟦ťíméš íñ UTC⟧')
  })
})

it.each(['en', 'de'])(
  'a value that a later version stored is named by itself in %s, with and without values',
  (locale) => {
    const { t } = textsFor(locale, 'UTC')
    expect(t('payments.kind.LOAN_REPAYMENT' as TextKey)).toBe('Loan repayment')
    expect(t('payments.kind.LOAN_REPAYMENT' as TextKey, { n: 1 })).toBe('Loan repayment')
    expect(t('payments.payout.kind', { kind: 'LOAN_REPAYMENT', n: 2 })).toMatch(/^\w+ \w+$/)
  },
)

describe('formats', () => {
  const at = new Date('2026-11-20T09:12:00Z')
  it('write money with all decimals that its currency has, whatever is usual where it is spent', () => {
    const { money } = textsFor('en', 'UTC')
    const figures = (text: string) => /\d[\d.,]*/.exec(text)?.[0].replaceAll(',', '')
    const wrong = Intl.supportedValuesOf('currency').filter(
      (currency) => figures(money({ minor: 1_234, currency })) !== toDecimal({ minor: 1_234, currency }),
    )
    expect(wrong).toEqual([])
  })

  it('write money, numbers and times by locale and zone', () => {
    const british = textsFor('en', 'Europe/London')
    const german = textsFor('de', 'Europe/Berlin')
    expect(british.money({ minor: 124_900, currency: 'GBP' })).toBe('£1,249.00')
    expect(german.money({ minor: 124_900, currency: 'EUR' })).toBe('1.249,00\u00a0€')
    expect(british.money({ minor: -500, currency: 'GBP' })).toBe('−£5.00')
    expect(german.money({ minor: -500, currency: 'EUR' })).toBe('−5,00\u00a0€')
    expect([british.percent(-0.035), british.number(-3)]).toEqual(['−3.5%', '−3'])
    expect(british.money({ minor: 98_000, currency: 'JPY' })).toBe('JP¥98,000')
    // Two currencies in one total must differ in print.
    const dollars = ['USD', 'CAD', 'AUD', 'NZD'].map((currency) => british.money({ minor: 100, currency }))
    expect(dollars).toEqual(['US$1.00', 'CA$1.00', 'A$1.00', 'NZ$1.00'])
    const crowns = ['SEK', 'NOK', 'DKK'].map((currency) => german.money({ minor: 100, currency }))
    expect(new Set(crowns).size).toBe(3)
    expect(british.moment(at, 'dateTime')).toBe('20 Nov, 09:12')
    expect(german.moment(at, 'time')).toBe('10:12')
    expect(british.zoneName(at)).toBe('London (GMT)')
    expect(textsFor('en', 'UTC').zoneName(at)).toBe('UTC')
    expect(british.percent(33 / 34)).toBe('97.1%')
    expect([british.typed('1249.50'), german.typed('1249.50'), german.typed('3')]).toEqual(['1249.50', '1249,50', '3'])
  })

  it('keep amounts exact that a floating number cannot hold', () => {
    expect(textsFor('en', 'UTC').money({ minor: 900_719_925_474_099, currency: 'GBP' })).toBe('£9,007,199,254,740.99')
    expect(textsFor('en', 'UTC').money({ minor: 2n ** 53n + 1n, currency: 'GBP' })).toBe('£90,071,992,547,409.93')
    expect(textsFor('de', 'UTC').money({ minor: 10n ** 20n + 1n, currency: 'EUR' })).toContain(
      '1.000.000.000.000.000.000,01',
    )
  })

  it('say what numbers and words choose for each of them, however often', () => {
    const { t } = textsFor('en', 'UTC')
    const left = [
      ['day', 3],
      ['hour', 3],
      ['day', 4],
      ['day', 3],
    ] as const
    expect(left.map(([unit, n]) => t('listings.left', { unit, n }))).toEqual(['3 d', '3 h', '4 d', '3 d'])
    expect(['owner', 'viewer', 'owner'].map((role) => t('shell.role', { role }))).toEqual(['Owner', 'Viewer', 'Owner'])
  })
})

it('negotiateLocale takes the reader’s first choice that we have', () => {
  expect(negotiateLocale('fr, de-AT;q=0.8, en;q=0.5')).toBe('de')
  expect(negotiateLocale('de;q=0, en')).toBe('en')
  expect(negotiateLocale(null)).toBe('en')
})
