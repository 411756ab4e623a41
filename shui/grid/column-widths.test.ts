import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { columnWidths, rooms, steps, stepFor, type ColumnWidth } from './column-widths.ts'
import type { GridCell, GridColumn, GridRow } from './grid-model.ts'

const column = (more: Partial<GridColumn> = {}): GridColumn => ({ id: 'a', label: 'Total', ...more })
const rows = (...cells: GridCell[]): GridRow[] =>
  cells.map((cell, index) => ({ key: `${index}`, href: '/', title: `${index}`, cells: { a: cell } }))
const widthOf = (of: GridColumn, ...cells: GridCell[]) => columnWidths([of], rows(...cells))[0]!

describe('the width of a column', () => {
  it.each<[string, Partial<GridColumn>, GridCell, ColumnWidth]>([
    ['is its label’s', {}, null, { room: 2, yields: null }],
    ['has room for an arrow', { sort: { href: '/', state: null } }, null, { room: 3, yields: null }],
    ['is its longest text’s', {}, { kind: 'time', text: '28 Nov, 22:51', dateTime: '' }, { room: 5.5, yields: null }],
    ['never truncates a sum', { align: 'end' }, 'JP¥179,200,000,000.00', { room: 10, yields: null }],
    ['truncates a name', {}, 'a name that is longer than any column', { room: 11, yields: 'cut' }],
    ['is what others leave', { width: 'wide' }, 'a name', { room: null, yields: null }],
    [
      'breaks a long state into two lines',
      {},
      { kind: 'status', tone: 'bad', text: 'Not sold for 146 days' },
      { room: 10, yields: 'fold' },
    ],
    ['has room for a dot', {}, { kind: 'status', tone: 'good', text: 'Delivered' }, { room: 5, yields: null }],
  ])('%s', (_what, more, cell, width) => {
    expect(widthOf(column(more), cell)).toMatchObject(width)
  })

  it('does not shrink with a longer text', () => {
    expectForAll(fc.string(), fc.string(), (text, more) => {
      expect(widthOf(column(), text + more).room).toBeGreaterThanOrEqual(widthOf(column(), text).room!)
    })
  })
})

describe('the step of columns', () => {
  const normal = { room: 7, yields: null }

  it('grows with their number', () => {
    const stepOf = (count: number) =>
      stepFor(
        Array.from({ length: count }, () => normal),
        6.5,
      )
    expect([1, 6, 8, 40].map(stepOf)).toEqual([750, 900, 1100, 3000])
  })
})

it('has a rule in the sheet for every width and step', () => {
  const sheet = readFileSync(new URL('grid-widths.css', import.meta.url), 'utf8')
  const named = (name: string) =>
    [...sheet.matchAll(new RegExp(`\\[data-${name}='([\\d.]+)'\\]`, 'g'))].map(([, of]) => Number(of))
  expect(named('room')).toEqual(rooms)
  for (const name of ['scrolls', 'two', 'all']) expect(named(name), name).toEqual(steps)
})
