import { describe, expect, it } from 'vitest'
import { copyRange, countCells, emptyRange, fillRange, pasteIntoRange } from './range.ts'
import { changeRow, emptyRow, type Sheet, type SheetColumn } from './sheet.ts'

const orders = ['12-00000-00001', '12-00000-00002', '12-00000-00003', '12-00000-00004']
const [first, second, third] = orders as [string, string, string]
// The third row is excluded.
const sheet: Sheet = changeRow(
  changeRow(
    orders.map((order) => emptyRow(order)),
    third,
    { isTaken: false },
  ),
  first,
  { carrier: 'Evri', tracking: '0012' },
)
const all = (from: SheetColumn, to: SheetColumn) => ({
  from: { row: orders[3]!, column: from },
  to: { row: first, column: to },
})
const carriers = (of: Sheet) => of.map(({ carrier }) => carrier)
const numbers = (of: Sheet) => of.map(({ tracking }) => tracking)

describe('several cells', () => {
  it('form a rectangle from any corner, without excluded rows', () => {
    expect(countCells(sheet, all('carrier', 'tracking'))).toBe(6)
    expect(countCells(sheet, all('tracking', 'tracking'))).toBe(3)
    expect(copyRange(sheet, all('tracking', 'carrier'))).toBe('Evri\t0012\n\t\n\t')
  })

  it('are filled with the first row’s values', () => {
    expect(carriers(fillRange(sheet, all('carrier', 'carrier')))).toEqual(['Evri', 'Evri', '', 'Evri'])
    expect(numbers(fillRange(sheet, all('carrier', 'carrier')))).toEqual(['0012', '', '', ''])
    expect(numbers(fillRange(sheet, all('carrier', 'tracking')))).toEqual(['0012', '0012', '', '0012'])
  })

  it('get one pasted value each, with its zeros', () => {
    expect(carriers(pasteIntoRange(sheet, all('carrier', 'carrier'), ' Our van\n')!)).toEqual([
      'Our van',
      'Our van',
      '',
      'Our van',
    ])
    expect(numbers(pasteIntoRange(sheet, all('tracking', 'tracking'), '007')!)).toEqual(['007', '007', '', '007'])
    const both = pasteIntoRange(sheet, all('carrier', 'tracking'), 'DHL\t001')!
    expect([both[1], both[2]]).toMatchObject([{ carrier: 'DHL', tracking: '001' }, emptyRowOf(third)])
  })

  it('get only a single pasted line: several are pasted row by row', () => {
    expect(pasteIntoRange(sheet, all('tracking', 'tracking'), '1\n2')).toBeNull()
    expect(pasteIntoRange(sheet, all('tracking', 'tracking'), 'DHL\t1')).toBeNull()
  })

  it('are emptied', () => {
    expect(
      emptyRange(sheet, { from: { row: first, column: 'tracking' }, to: { row: second, column: 'tracking' } })[0],
    ).toMatchObject({
      carrier: 'Evri',
      tracking: '',
    })
  })
})

const emptyRowOf = (order: string) => ({ carrier: emptyRow(order).carrier, tracking: emptyRow(order).tracking })
