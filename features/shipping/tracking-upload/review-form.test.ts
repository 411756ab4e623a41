import { expect, it } from 'vitest'
import { busyFor } from '#lib/testing.ts'
import { withCells } from './review-form.ts'

const rows = Array.from({ length: 1_000 }, (_, at) => ({ row: at + 2, fields: ['1', 'a'], broken: null, edits: null }))
const cell = (text: string, key = '1') => ({ from: 2, to: 999_999_999, key, text })

it('gives a cell what was typed last, also what the file has', () => {
  const [first] = withCells(rows, [cell('b'), cell('c'), cell('d', 'carrier'), cell('e', '2')], 2)
  expect(first?.edits).toEqual({ 1: 'c', carrier: 'd' })
  expect(withCells(rows, [cell('b'), cell('a')], 2)[0]?.edits).toBeNull()
})

it('takes thousands of cells of each row', async () => {
  const cells = Array.from({ length: 4_000 }, (_, at) => cell(`x${at}`))
  expect(await busyFor(() => withCells(rows, cells, 2))).toBeLessThan(2_000)
})
