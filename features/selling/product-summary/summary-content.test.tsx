import { expect, it } from 'vitest'
import { renderHtml } from '#shui/testing.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { assessEvidence } from './product-summary.ts'
import { SummaryContent, SummaryProblem } from './summary-content.tsx'
import { listingSummary } from './summary-view.ts'

const texts = textsFor('en', 'UTC')
const newWindow = /<svg.*?<\/svg><span> \(Opens in a new window or tab\)<\/span>/

function draw(isAsked: boolean, epid?: string): string {
  const product = epid ? ({ id: 1, epid, title: 'Leica M3', by: 'epid' } as const) : null
  const evidence = assessEvidence(undefined, 'GBP')
  const known = { listingId: null, product, isAsked, condition: 'GOOD', evidence, isOwner: true } as const
  return drawn(<SummaryContent summary={listingSummary(known, texts)} isAsked={isAsked} />)
}

const drawn = (content: Parameters<typeof renderHtml>[0]) =>
  renderHtml(<TextsProvider value={texts}>{content}</TextsProvider>).html

it('all price texts are shown for any request, also if no product was found', () => {
  for (const html of [draw(true), draw(true, '42')]) {
    expect(html.match(/(?<=<dt>)[^<]*/g)).toEqual(['Typically sells for', 'Half sell for', 'Usual shipping'])
    expect(html).toContain('No usual shipping: too few sales')
  }
  expect(draw(false)).not.toContain('<dl>')
})

it('its links announce and show that they open a new window', () => {
  expect(draw(true, '42')).toMatch(newWindow)
  expect(drawn(<SummaryProblem text="Signed out" link={{ text: 'Sign in', url: '/sign-in' }} />)).toMatch(newWindow)
})
