import { expect, it } from 'vitest'
import { columnSubjects, subjectsOf } from './column-groups.ts'
import { downloadKinds } from './download-kinds.server.ts'
import { presets } from './presets.ts'

it('each column of a kind has a subject', () => {
  for (const { kind, columns } of downloadKinds) {
    const ids = columns('owner').map(({ id }) => id)
    const subjects = subjectsOf(kind, ids)
    if (subjects) expect(ids.every((id) => columnSubjects.includes(subjects.get(id) ?? 'more'))).toBe(true)
    if (kind === 'orders')
      expect(['order.billTo', 'orders.export.total', 'orders.export.tags'].map((id) => subjects?.get(id))).toEqual([
        'buyer',
        'money',
        'more',
      ])
  }
})

it('presets name columns and rows that exist', () => {
  for (const { id, kind, plan } of presets) {
    const own = downloadKinds.find((each) => each.kind === kind)!
    const ids = own.columns('owner').map((column) => column.id)
    if (plan)
      expect(
        plan.columns.filter(({ column }) => !ids.includes(column)),
        id,
      ).toEqual([])
    if (plan) expect(own.rows.map((rows) => rows.id), id).toContain(plan.rows) // prettier-ignore
  }
})
