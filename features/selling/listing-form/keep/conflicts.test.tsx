import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { TextsProvider } from '#texts/context.tsx'
import { FormViewProvider } from '../form/form-context.tsx'
import type { FormView } from '../form/form-view.ts'
import type { Typed } from '../form/typed-form.ts'
import { ConflictBox } from './conflicts.tsx'

const view = {
  aspectNames: {},
  policies: [{ id: '0123456789ab', kind: 'RETURN', name: '30 days', priceMinor: null, label: '30 days · 30 days' }],
  categories: { own: [{ value: 'Lenses', label: 'Objektive' }], others: [] },
} as unknown as FormView

/** Rows of the comparison: field, own value, other value. */
function rows(mine: Typed, theirs: Typed): string[][] {
  const html = renderToStaticMarkup(
    <TextsProvider value={textsFor('en', 'Europe/London')}>
      <FormViewProvider value={view}>
        <ConflictBox title="" text="" mine={mine} theirs={theirs}>
          {null}
        </ConflictBox>
      </FormViewProvider>
    </TextsProvider>,
  )
  const cells = (row: string) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell)
  return html.split('<tr>').slice(2).map(cells)
}

it('two versions of a form are compared in the form’s terms', () => {
  const mine = {
    title: 'Leica M3',
    condition: 'NEW',
    format: 'FIXED_PRICE',
    bestOffer: 'on',
    category: 'Lenses',
    'policy.RETURN': '0123456789ab',
    'row.1.price': '5',
  }
  const theirs = { title: 'Leica M2', condition: 'GOOD', format: 'AUCTION', 'policy.RETURN': 'ba9876543210' }
  expect(rows(mine, theirs)).toEqual([
    ['Title', 'Leica M3', 'Leica M2'],
    ['Condition', 'New', 'Good'],
    ['Format', 'Fixed price', 'Auction'],
    ['Best offer', 'Yes', '–'],
    ['Category', 'Objektive', '–'],
    ['Return policy', '30 days', '–'],
    ['Variation 2: Price', '5', '–'],
  ])
})

it('pictures are shown in order with their content', () => {
  const [one, two] = ['1', '2'].map((digit) => digit.repeat(32))
  const [[name, mine, theirs] = []] = rows({ picture: `${two} From the side\n${one}` }, { picture: one! })
  const shown = (cell = '') => [...cell.matchAll(/src="\/pictures\/(\d)\1*-small/g)].map(([, digit]) => digit)
  expect([name, shown(mine), shown(theirs)]).toEqual(['Pictures', ['2', '1'], ['1']])
  expect(mine).toContain('From the side')
  expect(mine).toContain('alt="Picture 1"')
})
