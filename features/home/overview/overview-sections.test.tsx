import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from '#web/router/testing.ts'
import { describe, expect, it } from 'vitest'
import type { FeedbackRow } from '#features/orders/feedback/feedback-db.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { LinesSection } from './lines-section.tsx'
import { orderCountsModel } from './overview-waits.server.ts'
import { FeedbackSection } from './feedback-section.tsx'
import { feedbackModel } from './feedback-view.ts'
import { compareSales, currentSpans, previousSpans } from '#features/insights/sales/sales-period.ts'
import { SalesSection } from './sales-section.tsx'
import { salesModel } from './sales-view.server.ts'
import { addSales, type SalesRow } from '#features/insights/sales/sales.ts'
import type { StepState } from './first-steps.ts'
import { StartSection } from './start-section.tsx'

const zone = 'Europe/London'
const now = new Date('2026-11-20T10:30:00Z')
const english = textsFor('en', zone)
const german = textsFor('de', zone)

function render(section: ReactNode, texts = english): string {
  const html = renderToStaticMarkup(
    <TextsProvider value={texts}>
      <MemoryRouter initialEntries={['/sh/ovw']}>{section}</MemoryRouter>
    </TextsProvider>,
  )
  expect(html).not.toContain(' style=')
  return html.replaceAll('<!-- -->', '')
}

describe('sales', () => {
  const comparison = compareSales(now, 7, zone)
  const current = currentSpans(comparison)
  const previous = previousSpans(comparison, zone)
  const row = (period: SalesRow['period'], currency: string, orders: number, grossMinor: number): SalesRow => ({
    period,
    span: 2,
    currency,
    orders,
    units: orders,
    grossMinor,
  })
  const model = (rows: SalesRow[], texts = english) =>
    salesModel(addSales({ rows, current, previous, comparison, currency: 'GBP' }), comparison, texts)

  it('writes each change with a sign and a word, and currencies side by side', () => {
    const html = render(
      <SalesSection
        model={model([
          row('current', 'GBP', 20, 236_000),
          row('previous', 'GBP', 25, 200_000),
          row('current', 'JPY', 2, 9800),
        ])}
      />,
    )
    expect(html).toContain('£2,360.00')
    expect(html).toMatch(/<b data-direction="up">\+18%<\/b> up from £2,000.00/)
    expect(html).toMatch(/<b data-direction="down">−20%<\/b> down from 25/)
    expect(html).toContain('In other currencies: JP¥9,800 from 2 orders')
    expect(html).toContain('aria-current="true"')
    expect(html).toContain('title="31 days"')
  })

  it('writes the sum of one order to the penny, as its average', () => {
    const [gross, , , average] = model([row('current', 'GBP', 1, 147_476)]).figures
    expect([gross!.value, average!.value]).toEqual(['£1,474.76', '£1,474.76'])
  })

  it('shows no comparison without an earlier figure', () => {
    const html = render(<SalesSection model={model([row('current', 'GBP', 1, 1000)])} />)
    expect(html).toContain('none before')
    expect(html).not.toContain('Infinity')
    const nothing = render(<SalesSection model={model([])} />)
    expect(nothing).toContain('>–<')
    expect(nothing).not.toContain('NaN')
  })

  it('says what it compares with', () => {
    expect(model([]).compared).toBe('Compared with 7 Nov 2026 to 13 Nov 2026, on the last day up to 10:30.')
    expect(model([], german).compared).toContain('7. Nov. 2026 bis 13. Nov. 2026')
  })
})

describe('feedback', () => {
  const row = (values: Partial<FeedbackRow>): FeedbackRow => ({
    id: 1,
    order_number: null,
    buyer_username: 'm.tanaka',
    rating: 'POSITIVE',
    title: null,
    comment: null,
    left_at: new Date('2026-11-20T08:00Z'),
    reply: null,
    ...values,
  })

  it('is 97.1% for 33 to 1, and a dash without votes', () => {
    const share = (positive: number, negative: number) =>
      feedbackModel({ score: 482, votes: { positive, negative }, latest: [], now }, english).share
    expect(share(33, 1)).toBe('97.1% positive over 12 months')
    expect(share(9999, 1)).toBe('99.9% positive over 12 months')
    expect(share(9999, 0)).toBe('100% positive over 12 months')
    expect(share(0, 0)).toBe('— positive over 12 months')
  })

  it('shows rating, words, buyer, when, and the reply', () => {
    const latest = [
      row({ comment: 'Fast to Japan', reply: 'Thank you', order_number: '12-34567-89012' }),
      row({ id: 2, rating: 'NEGATIVE', left_at: new Date('2026-11-19T23:00Z') }),
      row({ id: 3, rating: 'NEUTRAL', title: 'Late', comment: 'came', left_at: new Date('2026-10-01T12:00Z') }),
    ]
    const html = render(
      <FeedbackSection
        model={feedbackModel({ score: 482, votes: { positive: 1, negative: 1 }, latest, now }, english)}
      />,
    )
    expect(html).toContain('Fast to Japan')
    expect(html).toContain('You replied: <bdi>Thank you</bdi>')
    expect(html).toMatch(/2 hours ago/)
    expect(html.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([
      '<a href="/sh/ord/details?orderid=12-34567-89012">12-34567-89012</a>',
    ])
    expect(html).toMatch(/Negative.*No comment.*yesterday/)
    expect(html).toMatch(/Neutral.*Late: came.*1 Oct 2026/)
  })
})

it('counts link to the orders they count', () => {
  const byStatus = [
    { status: 'AWAITING_SHIPMENT' as const, currency: 'GBP', rows: 40, units: 0, minor: 0 },
    { status: 'PARTLY_SHIPPED' as const, currency: 'EUR', rows: 7, units: 0, minor: 0 },
    { status: 'DELIVERED' as const, currency: 'GBP', rows: 2000, units: 0, minor: 0 },
  ]
  const model = orderCountsModel({ byStatus, overdue: 4, dueToday: 0, unread: 0 }, english)
  expect(model.all?.text).toBe('All 2,047')
  const html = render(<LinesSection title="Orders" model={model} />)
  expect(html).toMatch(
    /href="\/sh\/ord\?status=awaiting-shipment[^"]*"[^>]*><span[^>]*>Awaiting shipment<\/span><b[^>]*>47</,
  )
  expect(html).toMatch(/data-tone="bad"[^>]*><span[^>]*>Overdue<\/span><b[^>]*>4</)
})

it('a new seller sees the next step first, what is done, and what was left out', () => {
  const states: StepState[] = [
    { step: 'language', isDone: true, isLeftOut: false },
    { step: 'bank', isDone: false, isLeftOut: true },
    { step: 'listing', isDone: false, isLeftOut: false },
    { step: 'parcel', isDone: false, isLeftOut: false },
  ]
  const html = render(<StartSection name="First Light" zone="Tokyo (GMT+9)" steps={states} mayMoveIn />)
  expect(html).toContain('Welcome, First Light')
  expect(html).toContain('1 of 4 done')
  expect(html).toContain('href="/sh/reports/upload"')
  expect(html).toMatch(/aria-current="step"[^]*href="\/sl\/list\?mode=AddItem"/)
  expect(html).not.toContain('href="/settings/preferences"')
  expect(html).not.toContain('href="/sh/fin/settings"')
  expect(html.match(/Leave out: /g)).toHaveLength(2)
  // Sellers have no shell.
  expect(html).not.toMatch(/npm|hub --|docs\//)
})
