import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { GridCell, GridModel, GridRow } from '#shui/grid/grid-model.ts'
import { liveList } from './hub-grid.tsx'

const row = (key: string, cells: Record<string, GridCell> = {}): GridRow => ({
  key,
  href: `/${key}`,
  title: key,
  cells: { id: key, ...cells },
})

const list = (keys: readonly string[], more: Partial<GridModel> = {}): GridModel => ({
  title: 'Orders',
  path: '/sh/ord',
  fields: [],
  match: '',
  filters: [],
  chips: [],
  columns: [],
  rows: keys.map((key) => row(key)),
  total: keys.length,
  totals: [],
  paging: {
    from: '1',
    to: '',
    total: '',
    firstHref: null,
    previousHref: null,
    nextHref: null,
    lastHref: null,
    limits: [],
  },
  ...more,
})

const marks = ({ model }: { model: GridModel }) => model.rows.map(({ key, mark }) => (mark ? `${key} ${mark}` : key))

describe('an open list', () => {
  it('is the same, with the same rows, if nothing has changed', () => {
    const opened = list(['a', 'b'])
    const live = liveList(opened, list(['a', 'b']))
    expect([marks(live), live.more, live.isBehind]).toEqual([['a', 'b'], null, false])
    expect(live.model.rows[0]).toBe(opened.rows[0])
  })
  it('marks rows that left in place, and offers new ones', () => {
    const live = liveList(list(['a', 'b', 'c']), list(['n', 'a', 'c', 'd'], { total: 4 }))
    expect([marks(live), live.more, live.isBehind]).toEqual([['a', 'b gone', 'c'], 2, true])
  })
  it('does not count rows pushed to the next page as gone', () => {
    const opened = list(['a', 'b', 'c'], { total: 10 })
    const live = liveList(opened, list(['n', 'a', 'b'], { total: 11 }))
    expect([marks(live), live.more]).toEqual([['a', 'b', 'c'], 1])
    // The last row was removed, so the first of the next page moved up.
    const shorter = liveList(opened, list(['a', 'c', 'd'], { total: 9 }))
    expect([marks(shorter), shorter.more, shorter.isBehind]).toEqual([['a', 'b gone', 'c'], null, true])
  })
  it('offers new rows without a number if they are not counted', () => {
    const live = liveList(list(['a'], { more: 'more than 10,000' }), list(['b', 'a'], { more: 'more than 10,000' }))
    expect([live.more, live.isBehind]).toEqual([null, true])
  })
  it('marks a changed row, but not one whose relative time has changed', () => {
    const at = (text: string, second: string, status: string): GridModel =>
      list([], {
        rows: [
          row('a', {
            placed: { kind: 'time', text, dateTime: '2026-11-22T10:00:00Z' },
            state: { kind: 'status', tone: 'warn', text: status, second },
          }),
        ],
        total: 1,
      })
    const opened = at('1 min ago', 'in 2 h', 'To ship')
    const later = liveList(opened, at('5 min ago', 'in 1 h', 'To ship'))
    expect([marks(later), later.model.rows[0]?.cells['placed']]).toEqual([
      ['a'],
      { kind: 'time', text: '5 min ago', dateTime: '2026-11-22T10:00:00Z' },
    ])
    expect(marks(liveList(opened, at('1 min ago', 'in 2 h', 'Shipped')))).toEqual(['a changed'])
  })
  it('has current counts on its tabs', () => {
    const tabs = (count: string) => [{ id: 'open', label: 'Open', href: '/', count }]
    expect(liveList(list([], { tabs: tabs('1') }), list([], { tabs: tabs('2') })).model.tabs).toEqual(tabs('2'))
  })
  it('never moves a row, whatever happens', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghij'))
    expectForAll(keys, keys, (before, after) => {
      const live = liveList(list(before), list(after))
      expect(live.model.rows.map(({ key }) => key)).toEqual(before)
      for (const { key, mark } of live.model.rows) if (mark === 'gone') expect(after).not.toContain(key)
      expect(live.isBehind).toBe(before.join() !== after.join())
    })
  })
})
