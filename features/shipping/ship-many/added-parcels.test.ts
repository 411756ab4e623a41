import { describe, expect, it } from 'vitest'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { addParcel, maxParcels, removeParcel } from './added-parcels.ts'
import { keptSheet } from './kept-sheet.ts'
import { planSheet, type OpenLine } from './plan-sheet.ts'
import { cellField, readSheet, takenField, unitsField } from './sheet-form.ts'
import { changeRow, emptyRow, type Sheet } from './sheet.ts'
import { day } from '#lib/duration.ts'

const order = '12-00000-00001'
const next = '12-00000-00002'
const lines: readonly OpenLine[] = [
  { line: 1, title: 'Camera', units: 2 },
  { line: 3, title: 'Film', units: 4 },
]
const [one, two] = ['RN000000014GB', 'RN000000028GB']
const start: Sheet = [emptyRow(order), emptyRow(next)]
const added = addParcel(start, order, lines)
const second = added[1]!.id
const typed = (sheet: Sheet, numbers: readonly [string, string], units?: Record<string, string>) =>
  changeRow(changeRow(sheet, order, { tracking: numbers[0] }), second, {
    tracking: numbers[1],
    ...(units ? { units } : {}),
  })
const plan = (sheet: Sheet) => {
  const plans = planSheet(sheet, testCarriers, new Map([[order, lines]]))
  return sheet.filter((row) => row.order === order).map(({ id }) => plans.get(id)!)
}
const contentsOf = (sheet: Sheet) =>
  plan(sheet).map((each) => ('contents' in each ? (each.contents === 'rest' ? 'rest' : [...each.contents]) : each.is))

describe('a second parcel of an order', () => {
  it('is below the first and contains the last line; the first gets the rest', () => {
    expect(added.map(({ order: of, parcel }) => [of, parcel])).toEqual([
      [order, 1],
      [order, 2],
      [next, 1],
    ])
    expect(contentsOf(typed(added, [one, two]))).toEqual([[[1, 2]], [[3, 4]]])
    expect(contentsOf(typed(added, [one, two], { 1: '1', 3: '' }))).toEqual([
      [
        [1, 1],
        [3, 4],
      ],
      [[1, 1]],
    ])
    expect(contentsOf(typed(start, [one, ''])).slice(0, 1)).toEqual(['rest'])
  })

  it('of a single line starts with one unit', () => {
    expect(addParcel(start, order, lines.slice(1))[1]!.units).toEqual({ 3: '1' })
  })

  it('can be shipped alone: the first one’s units stay for later', () => {
    expect(contentsOf(typed(added, ['', two]))).toEqual(['empty', [[3, 4]]])
    expect(contentsOf(typed(added, [one, '']))).toEqual([[[1, 2]], 'empty'])
  })

  it('blocks only its own order if it has an error', () => {
    const is = (units: Record<string, string>) => plan(typed(added, [one, two], units))
    expect(is({ 3: '5' })).toMatchObject([{ is: 'waits' }, { problem: { field: 'units', line: 3, units: 4 } }])
    expect(is({ 3: '1,5' })).toMatchObject([{ is: 'waits' }, { problem: { field: 'units', line: 3 } }])
    expect(is({ 3: '0' })).toMatchObject([{ is: 'waits' }, { problem: { field: 'units', kind: 'empty' } }])
    expect(is({ 1: '2', 3: '4' })).toMatchObject([{ problem: { kind: 'nothing-left' } }, { is: 'waits' }])
    const third = addParcel(typed(added, [one, two]), order, lines)
    const over = changeRow(third, third[2]!.id, { tracking: two, units: { 3: '1' } })
    expect(plan(over)).toMatchObject([{}, { is: 'waits' }, { problem: { field: 'units', line: 3, units: 0 } }])
  })

  it('can be removed, and the next takes its place; there are at most five', () => {
    const third = changeRow(addParcel(added, order, lines), `${order}~3`, { tracking: two })
    expect(removeParcel(third, second).map(({ id, tracking }) => [id, tracking])).toEqual([
      [order, ''],
      [second, two],
      [next, ''],
    ])
    expect(removeParcel(third, order)).toBe(third)
    let many = start
    for (let n = 0; n < 9; n += 1) many = addParcel(many, order, lines)
    expect(many.filter((row) => row.order === order)).toHaveLength(maxParcels)
  })

  it('is read from the form as typed', () => {
    const form = new FormData()
    form.append(takenField, order)
    form.set(cellField('tracking', second), ' 0012 ')
    form.set(unitsField(second, 3), '4')
    expect(readSheet(form, [order, next])).toEqual([
      emptyRow(order),
      { ...emptyRow(order, 2), tracking: '0012', units: { 3: '4' } },
      { ...emptyRow(next), isTaken: false },
    ])
  })
})

describe('the input kept in the browser', () => {
  const storage = () => {
    const all = new Map<string, string>()
    const own = {
      getItem: (key: string) => all.get(key) ?? null,
      setItem: (key: string, text: string) => void (all.set(key, text), Object.assign(own, { [key]: text })),
      removeItem: (key: string) => void (all.delete(key), Reflect.deleteProperty(own, key)),
    }
    return own as unknown as Storage
  }

  it('is kept per order for a week', () => {
    const store = storage()
    let now = 0
    const kept = keptSheet(
      () => store,
      'a.',
      () => now,
    )
    const order1 = { units: 6, rows: typed(added, [one, two]).slice(0, 2) }
    kept.write(order, order1)
    kept.removeOld()
    expect(kept.read(order)).toMatchObject(order1)
    expect(
      keptSheet(
        () => store,
        'b.',
        () => now,
      ).read(order),
    ).toBeNull()
    store.setItem('a.broken', '{"units"')
    kept.write('later', order1)
    now = 7 * day
    kept.removeOld()
    expect(['a.broken', `a.${order}`, 'a.later'].map((key) => store.getItem(key))).toEqual([null, null, null])
  })

  it('is empty if storage is full, forbidden or contains something else', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    const kept = keptSheet(forbidden, 'a.', () => 0)
    kept.write(order, { units: 1, rows: [emptyRow(order)] })
    expect(kept.read(order)).toBeNull()
    const full = { getItem: () => null, setItem: forbidden } as unknown as Storage
    keptSheet(
      () => full,
      'a.',
      () => 0,
    ).write(order, { units: 1, rows: [emptyRow(order)] })
    const store = storage()
    for (const text of ['no JSON', 'null', '{"units":1,"rows":[{}],"at":0}', '{"units":1,"rows":[],"at":0}']) {
      store.setItem(`a.${order}`, text)
      expect(
        keptSheet(
          () => store,
          'a.',
          () => 0,
        ).read(order),
      ).toBeNull()
    }
  })
})
