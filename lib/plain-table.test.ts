import { expect, it } from 'vitest'
import { plainTable } from './plain-table.ts'

it('aligns a table as text', () => {
  const table = {
    title: 'Pages',
    columns: ['page', 'p50'],
    rows: [
      ['orders | all', '9.1'],
      ['overview', '12.0'],
    ],
    notes: ['Warm.'],
  }
  expect(plainTable(table)).toBe('Pages\npage           p50\norders | all   9.1\noverview      12.0\nWarm.\n')
})
