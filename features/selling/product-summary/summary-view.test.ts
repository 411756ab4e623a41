import { describe, expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { assessEvidence, type FoundProduct, type EvidenceRow } from './product-summary.ts'
import { listingSummary } from './summary-view.ts'

const product: FoundProduct = { id: 1, epid: '42', title: 'Leica M3', by: 'epid' }
const row: EvidenceRow = {
  sales: 42,
  ownSales: 12,
  low: 2000,
  typical: 2450,
  high: 2900,
  average: 2511,
  shipping: 0,
}

interface Known {
  sales?: Partial<EvidenceRow> | null
  currency?: string
  found?: FoundProduct | null
  isAsked?: boolean
  locale?: string
  isOwner?: boolean
}

function show({
  sales = {},
  currency = 'GBP',
  found = product,
  isAsked = true,
  locale = 'en',
  isOwner = true,
}: Known = {}) {
  const evidence = assessEvidence(sales ? { ...row, ...sales } : undefined, currency)
  const texts = textsFor(locale, 'UTC')
  const summary = listingSummary(
    { listingId: null, product: found, isAsked, condition: 'GOOD', evidence, isOwner },
    texts,
  )
  const { bannerStatus, ...rest } = summary
  return { ...rest, banner: bannerStatus.textSpans.map(({ text }) => text).join(''), spans: bannerStatus.textSpans }
}

describe('listingSummary', () => {
  it('shows price, range and shipping, and how reliable they are', () => {
    const shown = show()
    expect(shown).toMatchObject({
      epid: '42',
      displayPrice: { value: { value: 24.5, currency: 'GBP' }, styles: ['BOLD'] },
      additionalPrice: { text: '£20.00 – £29.00' },
      logisticsCost: { text: 'Free' },
      banner: 'Based on 42 sales in 90 days, good · 12 of them yours',
    })
    expect(shown.spans[0]!.styles).toEqual(['POSITIVE'])
    expect(show({ sales: { sales: 6 } }).spans[0]!.styles).toEqual([])
  })

  it('shows only the seller whose sales they were', () =>
    expect(show({ isOwner: false }).banner).toBe('Based on 42 sales in 90 days, good'))

  it('formats currencies with zero and three decimals exactly', () => {
    expect(show({ currency: 'JPY' }).displayPrice.value).toEqual({ value: 2450, currency: 'JPY' })
    expect(show({ currency: 'KWD' }).displayPrice.value).toEqual({ value: 2.45, currency: 'KWD' })
    expect(show({ sales: { low: 2450, high: 2450 } }).additionalPrice.text).toBe('£24.50')
  })

  it.each([
    [
      'few',
      { sales: { sales: 4, ownSales: 4 } },
      'Only 4 sales in 90 days, good: too little to name a price · all your own',
    ],
    [
      'one',
      { sales: { sales: 1, ownSales: 0 } },
      'Only 1 sale in 90 days, good: too little to name a price · none of them yours',
    ],
    ['none', { sales: null }, 'No sale in 90 days, good: too little to name a price'],
    [
      'no product',
      { sales: null, found: null },
      'No product in the catalogue matches, so there are no sales to compare',
    ],
    ['nothing asked', { sales: null, found: null, isAsked: false }, 'Choose a product to see what it sells for'],
  ] as const)('gives no price: %s', (_, known, banner) => {
    const shown = show(known)
    expect(shown.banner).toBe(banner)
    for (const text of [shown.displayPrice, shown.additionalPrice, shown.logisticsCost]) {
      expect(text.value).toBeUndefined()
      expect(text.text).toBe('–')
      expect(text.accessibilityText).toMatch(/too few sales$/)
    }
  })

  it.each([
    ['gtin', 'en', /· Found by GTIN: Leica M3$/],
    ['title', 'en', /· Nearest title: Leica M3$/],
    ['title', 'de', /^Aus 42 Verkäufen in 90 Tagen, gut · 12 davon Ihre · Ähnlichster Titel: Leica M3$/],
  ] as const)('says that the product was found by %s (%s)', (by, locale, banner) =>
    expect(show({ found: { ...product, by }, locale }).banner).toMatch(banner),
  )
})
