import { describe, expect, it } from 'vitest'
import { addScan, applyAnswer, markKept, shownItems, type CountEvent, type CountState } from './count-station.ts'
import type { CountedModel } from './count-view.ts'

const item = (number: string, counted: number): CountedModel => ({
  number,
  sku: `Sku-${number}`,
  href: '',
  title: '',
  bin: '',
  expected: 4,
  counted,
  isDone: false,
  note: '',
})
const state = (...items: CountedModel[]): CountState => ({
  items,
  rows: items.length,
  differing: 0,
  unknown: [],
  lines: [],
  touched: [],
  codes: new Map(),
})
const said = ({ lines }: CountState) => lines.map((line) => `${line.code} ${line.state}`)
const counted = (of: CountState, waiting: readonly CountEvent[] = []) =>
  shownItems(of, waiting).map((each) => `${each.number} ${each.counted}`)
const event = (n: number, what: { code: string } | { number: string; counted: number }): CountEvent => ({
  id: `p.${n}`,
  from: 'p',
  n,
  count: 'c',
  ...what,
})
const result = (n: number, number: string | null, isAgain = false) => ({
  id: `p.${n}`,
  outcome: number === null ? ('unknown' as const) : ('taken' as const),
  isAgain,
  numbers: number === null ? [] : [number],
})

describe('a count on a device', () => {
  it('says at once that a SKU was counted before, and of others what the hub answers', () => {
    let now = addScan(state(item('1', 2)), { id: 'p.1', code: 'SKU-1' })
    now = addScan(addScan(now, { id: 'p.2', code: '4006381333931' }), { id: 'p.3', code: 'nothing' })
    expect(said(now)).toEqual(['nothing sent', '4006381333931 sent', 'SKU-1 again'])
    now = applyAnswer(now, {
      results: [result(1, '1', true), result(2, '2'), result(3, null)],
      rows: [item('1', 3), item('2', 1)],
      sums: { rows: 2, differing: 2, unknown: [{ code: 'nothing', counted: 1 }] },
    })
    expect(said(now)).toEqual(['nothing unknown', '4006381333931 known', 'SKU-1 again'])
    expect(now).toMatchObject({ rows: 2, unknown: [{ code: 'nothing' }] })
    // The latest first.
    expect(counted(now)).toEqual(['2 1', '1 3'])
    // Its code is known from now on.
    expect(said(addScan(now, { id: 'p.4', code: '4006381333931' }))[0]).toBe('4006381333931 again')
  })

  it('shows what is not sent yet in order, and nothing of it twice', () => {
    const now = state(item('1', 2), item('2', 0))
    const waiting = [event(1, { code: 'sku-1,3' }), event(2, { number: '2', counted: 7 }), event(3, { code: 'Sku-2' })]
    expect(counted(now, waiting)).toEqual(['1 5', '2 8'])
    const answer = { results: [result(1, '1', true)], rows: [item('1', 5)], sums: null }
    expect(counted(applyAnswer(now, answer), waiting.slice(1))).toEqual(['1 5', '2 8'])
  })

  it('says what is kept while the hub cannot be reached', () => {
    const now = markKept(addScan(state(item('1', 0)), { id: 'p.1', code: 'new' }))
    expect(said(now)).toEqual(['new kept'])
    expect(said(applyAnswer(now, { results: [result(1, '1')], rows: [], sums: null }))).toEqual(['new known'])
  })
})
