import { expect, it } from 'vitest'
import { busyFor } from '#lib/testing.ts'
import { placeCells, typedCells, withCells, type TypedCell } from './corrected-cells.ts'

const records = Array.from({ length: 1_000 }, (_, at) => ({ line: at + 2, fields: ['1', at === 7 ? 'b' : 'a'] }))
const cell = (text: string, at = '1'): TypedCell => ({ from: 2, to: 999_999_999, at, text })

it('gives a cell what was typed last, and rows as many fields as cells need', () => {
  const [first] = withCells(records, [cell('b'), cell('c'), cell('d', 'carrier'), cell('e', '3')])
  expect(first?.fields).toEqual(['1', 'c', '', 'e'])
  expect(withCells(records, [{ ...cell('x'), from: 5_000 }])).toBe(records)
})

it('reads the cells of a form that differ from what was shown', () => {
  const form = new FormData()
  const fields = { 'was.2-3.1': 'a', 'cell.2-3.1': ' b ', 'was.2-2.0': '1', 'cell.2-2.0': '1', 'cell.x-3.1': 'z' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect(typedCells(form)).toEqual([{ from: 2, to: 3, at: '1', was: 'a', text: 'b' }])
})

it('finds the row of an order that has what was shown', async () => {
  const sent = { from: 3, to: 3, at: '1', text: 'new' }
  expect(await placeCells([records], [{ ...sent, was: 'b' }])).toEqual([{ ...sent, from: 9, to: 9 }])
  expect(
    await placeCells(
      [records],
      [
        { ...sent, was: 'c' },
        { ...sent, was: '' },
      ],
    ),
  ).toEqual([sent, sent])
  expect(await placeCells([], [{ ...sent, was: 'b' }])).toEqual([])
})

it('takes thousands of cells of each row', async () => {
  const cells = Array.from({ length: 4_000 }, (_, at) => cell(`x${at}`))
  expect(await busyFor(() => withCells(records, cells))).toBeLessThan(2_000)
})
