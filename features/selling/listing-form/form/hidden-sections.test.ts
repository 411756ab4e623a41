import { expect, it } from 'vitest'
import type { FormView } from './form-view.ts'
import { hidesMostSections } from './hidden-sections.ts'

const begun = { format: 'FIXED_PRICE', quantity: '1', handling: '2', 'policy.RETURN': '7' }
const fresh = {
  hidden: { mode: 'AddItem', key: 'k', revision: 0, on: null, from: null },
  typed: begun,
  leaf: null,
  product: null,
  pictures: [],
  errors: [],
  newPolicy: null,
  descriptionHtml: null,
  focus: null,
} as unknown as FormView

it('a new form keeps its sections closed until a product or category is chosen', () => {
  const held = (change: Partial<FormView>) => hidesMostSections({ ...fresh, ...change })
  expect([held({}), held({ typed: { ...begun, title: 'Lamp' } }), held({ focus: 'search-results' })]).toEqual([
    true,
    true,
    true,
  ])
  const leaf = { path: 'Lenses', fees: 'DEFAULT', aspects: [] } as unknown as FormView['leaf']
  const errors = [{ field: 'price', fieldId: 'price', text: 'missing' }]
  expect([held({ leaf }), held({ errors }), held({ focus: 'policy.RETURN' })]).toEqual([false, false, false])
  expect(held({ typed: { ...begun, price: '5' } })).toBe(false)
  expect(held({ hidden: { ...fresh.hidden, mode: 'SellSimilarItem' } })).toBe(false)
})
