import { expect, it } from 'vitest'
import { assertDefined } from '#lib/assert-defined.ts'
import { subjectsOf } from './download-view.server.ts'
import { downloadKinds } from './download-kinds.server.ts'
import { presets } from './presets.ts'

const kindOf = (wanted: string) =>
  assertDefined(
    downloadKinds.find(({ kind }) => kind === wanted),
    'it can be downloaded',
  )
const idsOf = (kind: string) =>
  kindOf(kind)
    .columns('owner')
    .map(({ id }) => id)

it('columns have the subject that began last', () => {
  const subjects = subjectsOf('orders', idsOf('orders'))
  expect(['order.billTo', 'orders.export.total', 'orders.export.tags'].map((id) => subjects?.get(id))).toEqual([
    'buyer',
    'money',
    'more',
  ])
  expect(subjectsOf('tracking', idsOf('tracking'))).toBeNull()
})

it.each(presets)('$id names columns and rows that exist', ({ kind, plan }) => {
  expect(idsOf(kind)).toEqual(expect.arrayContaining((plan?.columns ?? []).map(({ column }) => column)))
  expect(kindOf(kind).rows.map(({ id }) => id)).toEqual(expect.arrayContaining(plan ? [plan.rows] : []))
})
