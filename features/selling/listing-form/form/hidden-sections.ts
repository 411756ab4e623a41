import { policyKinds } from '#features/core/listing/listing-content.ts'
import type { FormView } from './form-view.ts'

/** Fields that a new form prefills or shows before a category is chosen. */
const early = new Set([
  'title',
  'sku',
  'condition',
  'format',
  'quantity',
  'handling',
  'cost',
  'postage',
  ...policyKinds.map((kind) => `policy.${kind}`),
])

/** Whether most sections of a new form stay hidden: no product or category chosen and nothing else edited. */
export function hidesMostSections({
  hidden,
  leaf,
  product,
  typed,
  pictures,
  errors,
  newPolicy,
  focus,
  ...view
}: FormView) {
  const isBegun = leaf !== null || product !== null || Object.keys(typed).some((name) => !early.has(name))
  const isInSections = pictures.length > 0 || errors.length > 0 || newPolicy !== null || view.descriptionHtml !== null
  const isLed = focus !== null && !focus.startsWith('search')
  return hidden.mode === 'AddItem' && !isBegun && !isInSections && !isLed
}
