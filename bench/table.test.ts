import { describe, expect, it } from 'vitest'
import { documentedTables, markdownTable, plainTable, replaceBetween } from './table.ts'

const table = {
  title: 'Pages',
  columns: ['page', 'p50'],
  rows: [
    ['orders | all', '9.1'],
    ['overview', '12.0'],
  ],
  notes: ['Warm.'],
}

describe('tables', () => {
  it('aligns a table for a terminal', () => {
    expect(plainTable(table)).toBe('Pages\npage           p50\norders | all   9.1\noverview      12.0\nWarm.\n')
  })

  it('writes Markdown that a cell cannot break', () => {
    expect(markdownTable(table)).toBe(
      [
        '### Pages',
        '',
        '| page          |  p50 |',
        '| ------------- | ---: |',
        '| orders \\| all |  9.1 |',
        '| overview      | 12.0 |',
        '',
        'Warm.',
        '',
      ].join('\n'),
    )
  })
})

it('documents all tables of a suite but details', () => {
  expect(documentedTables([table, { ...table, detail: true }])).toEqual([markdownTable(table)])
})

describe('replaceBetween', () => {
  const document = 'before\n<!-- figures:start -->\nold\n<!-- figures:end -->\nafter'

  it('replaces what stands between the markers, again and again', () => {
    const once = replaceBetween(document, 'figures', 'new $1')
    expect(once).toBe('before\n<!-- figures:start -->\n\nnew $1\n\n<!-- figures:end -->\nafter')
    expect(replaceBetween(once, 'figures', 'new $1')).toBe(once)
  })

  it('refuses a document without them', () => {
    expect(() => replaceBetween(document, 'others', 'new')).toThrow('markers of others')
  })
})
