import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from '#web/router/testing.ts'
import { expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { FormViewProvider, LiveTypedProvider } from '../form/form-context.tsx'
import type { FormView } from '../form/form-view.ts'
import type { Typed } from '../form/typed-form.ts'
import { DetailsSection } from './details-section.tsx'
import { ScheduleSection } from './later-sections.tsx'

const typed: Typed = { 'aspect.Mount': 'M', 'aspect.MPN': 'A&B-1', 'aspect.Shoe size': '42; 43', startTime: '18:00' }
const view = {
  typed,
  leaf: { path: 'Lenses', fees: 'DEFAULT', aspects: [{ name: 'Mount', required: true }, { name: 'Brand' }] },
  aspectNames: {},
  categories: { own: [], others: [] },
  locks: { title: null, format: null, quantity: null, sku: null },
  zone: 'Europe/London',
  listing: null,
} as unknown as FormView

function render(section: ReactNode, change: Partial<FormView> = {}): string {
  return renderToStaticMarkup(
    <TextsProvider value={textsFor('en', 'Europe/London')}>
      <MemoryRouter>
        <FormViewProvider value={{ ...view, ...change }}>
          <LiveTypedProvider value={typed}>{section}</LiveTypedProvider>
        </FormViewProvider>
      </MemoryRouter>
    </TextsProvider>,
  )
}

/** What the aspect text fields would submit. */
function aspectsIn(html: string): Record<string, string> {
  const inputs = html.match(/<input [^>]*>/g) ?? []
  const attribute = (input: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const fields = inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')] as const)
  return Object.fromEntries(fields.filter(([name, value]) => name.startsWith('aspect.') && value !== ''))
}

it('every typed aspect has a field, also outside the category', () => {
  const { startTime: _, ...aspects } = typed
  expect(aspectsIn(render(<DetailsSection />))).toEqual(aspects)
  expect(aspectsIn(render(<DetailsSection />, { leaf: null }))).toEqual(aspects)
  expect(render(<DetailsSection />)).toContain('Other details')
  expect(render(<DetailsSection />, { typed: { 'aspect.Mount': 'M' } })).not.toContain('Other details')
})

it('the start is available until the listing is on sale, and visible if only its time is typed', () => {
  const shown = (state: 'SCHEDULED' | 'ACTIVE' | 'OUT_OF_STOCK') =>
    render(<ScheduleSection />, { listing: { itemNumber: '1', state } }) !== ''
  expect([shown('SCHEDULED'), shown('ACTIVE'), shown('OUT_OF_STOCK')]).toEqual([true, false, false])
  expect(render(<ScheduleSection />)).toMatch(/<details[^>]* open/)
})
