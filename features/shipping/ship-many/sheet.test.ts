import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { cellField, parcelKeyOf, placeOf, readSheet, takenField } from './sheet-form.ts'
import { changeRow, emptyRow, fillDown, isCells, moveIn, pasteCells, type Sheet } from './sheet.ts'
import { planSheet, sharedNumbers } from './plan-sheet.ts'

const orders = ['12-00000-00001', '12-00000-00002', '12-00000-00003', '12-00000-00004']
const [first, second, third, last] = orders as [string, string, string, string]
const empty: Sheet = orders.map((order) => emptyRow(order))
const tracking = (row: string) => ({ row, column: 'tracking' as const })
const numbers = (sheet: Sheet) => sheet.map((row) => row.tracking)
const paste = (text: string, place = tracking(first), sheet = empty) => {
  const pasted = pasteCells(sheet, place, text)
  if (!pasted.ok) throw new Error('refused')
  return pasted
}

describe('a paste', () => {
  it('fills a row for each line, and keeps leading zeros', () => {
    expect(numbers(paste('0034 5\r\n007\r\n').sheet)).toEqual(['0034 5', '007', '', ''])
  })

  it('skips excluded rows, and starts at the focused cell', () => {
    const sheet = changeRow(empty, third, { isTaken: false })
    expect(numbers(paste('1\n2', tracking(second), sheet).sheet)).toEqual(['', '1', '', '2'])
  })

  it('keeps positions after an empty line', () => {
    const sheet = changeRow(empty, second, { tracking: 'old' })
    expect(numbers(paste('1\n\n3', tracking(first), sheet).sheet)).toEqual(['1', '', '3', ''])
  })

  it('reports lines without a row', () => {
    expect(paste('1\n2\n3', tracking(third)).over).toEqual(['3'])
    expect(paste('1\n2', tracking(third)).over).toEqual([])
  })

  it('fills carrier and number from two columns in either order', () => {
    const wanted = { carrier: 'Royal Mail', tracking: 'RN473124829GB' }
    expect(paste('Royal Mail\tRN473124829GB\n').sheet[0]).toMatchObject(wanted)
    expect(paste('RN473124829GB\tRoyal Mail\n').sheet[0]).toMatchObject(wanted)
  })

  it('of more than two columns changes nothing', () => {
    expect(pasteCells(empty, tracking(first), '1\t2\t3')).toEqual({ ok: false })
  })

  it('of any text column loses, shifts and changes nothing', () => {
    const cell = fc.string({ unit: 'grapheme-ascii' }).map((text) => text.trim())
    const lines = fc.array(cell, { minLength: 1, maxLength: 8 }).filter((all) => all.at(-1) !== '')
    const sheets = fc
      .array(fc.boolean(), { minLength: 1, maxLength: 8 })
      .map((taken): Sheet => taken.map((isTaken, index) => ({ ...emptyRow(`12-00000-0000${index}`), isTaken })))
    fc.assert(
      fc.property(lines, sheets, fc.nat(7), fc.constantFrom('\n', '\r\n', '\r'), (texts, sheet, at, end) => {
        const from = at % sheet.length
        const { sheet: after, over } = paste(texts.join(end) + end, tracking(sheet[from]!.id), sheet)
        const filled = after.filter(({ isTaken }, index) => isTaken && index >= from)
        expect([...filled.slice(0, texts.length).map((row) => row.tracking), ...over]).toEqual(texts)
        // No other cell changed.
        const rest = after.filter((row) => !filled.slice(0, texts.length).includes(row))
        expect(rest.every((row) => row.tracking === '')).toBe(true)
        expect(after.every((row) => row.carrier === '')).toBe(true)
      }),
    )
  })

  it('is read as cells if it contains a tab or line break', () => {
    expect([isCells('1\n2'), isCells('1\t2'), isCells('12\r\n'), isCells('RN 47')]).toEqual([true, true, false, false])
    // Leading empty cells count: the number belongs to a later order.
    expect([isCells('\n\n12\n'), isCells('\t12'), isCells(' 12 \n')]).toEqual([true, true, false])
    expect(numbers(paste('\n\n12\n').sheet)).toEqual(['', '', '12', ''])
  })
})

describe('keys', () => {
  it('move between cells, skip excluded rows, and stop at the edges', () => {
    const sheet = changeRow(empty, second, { isTaken: false })
    expect(moveIn(sheet, tracking(first), 'down')).toEqual(tracking(third))
    expect(moveIn(sheet, tracking(third), 'up')).toEqual(tracking(first))
    expect(moveIn(sheet, tracking(last), 'down')).toBeNull()
    expect(moveIn(sheet, tracking(first), 'left')).toEqual({ row: first, column: 'carrier' })
    expect(moveIn(sheet, tracking(first), 'right')).toBeNull()
  })

  it('copy the cell above', () => {
    const sheet = changeRow(empty, first, { carrier: 'Evri' })
    const filled = fillDown(sheet, { row: second, column: 'carrier' })
    expect(filled.map(({ carrier }) => carrier)).toEqual(['Evri', 'Evri', '', ''])
    expect(fillDown(sheet, { row: first, column: 'carrier' })).toBe(sheet)
  })
})

describe('a row', () => {
  const plan = (typed: { carrier?: string; tracking?: string; isTaken?: boolean }) =>
    planSheet([{ ...emptyRow(first), ...typed }], testCarriers, new Map()).get(first)!

  it('is ready once its number identifies the carrier, or one is typed', () => {
    expect(plan({ tracking: 'RN 4731 2482 9 GB' })).toMatchObject({ is: 'ready', carrier: 'Royal Mail', guessed: true })
    // As copied from a right-to-left spreadsheet.
    expect(plan({ tracking: '\u200eRN\u00a0473124829\u00a0GB\u200f' })).toMatchObject({ carrier: 'Royal Mail' })
    expect(plan({ tracking: 'ours-0001', carrier: 'royalmail' })).toMatchObject({
      carrier: 'Royal Mail',
      guessed: false,
    })
    expect(plan({ carrier: 'Courier of ours' })).toEqual({
      is: 'untracked',
      carrier: 'Courier of ours',
      contents: 'rest',
    })
  })

  it('shows what is wrong, and is not shipped if excluded or empty', () => {
    expect(plan({ tracking: 'RN473124828GB' })).toMatchObject({ problem: { kind: 'number' } })
    expect(plan({ tracking: '4.81203E+13', carrier: 'DHL' })).toMatchObject({ problem: { kind: 'rounded' } })
    expect(plan({ tracking: 'ours-01' })).toMatchObject({ problem: { field: 'carrier', kind: 'unknown' } })
    expect([plan({}).is, plan({ isTaken: false, tracking: 'RN473124829GB' }).is]).toEqual(['empty', 'out'])
  })

  it('can share a number with others, in any grouping', () => {
    const sheet = changeRow(changeRow(empty, first, { tracking: 'RN 473124829 GB' }), third, {
      tracking: 'rn473124829gb',
    })
    expect(sharedNumbers(sheet)).toEqual(new Map([['RN473124829GB', [first, third]]]))
  })
})

describe('the form', () => {
  it('contains what was typed for each order', () => {
    const form = new FormData()
    form.append(takenField, second)
    form.set(cellField('tracking', second), ' 0012 ')
    expect(readSheet(form, [first, second])).toEqual([
      { ...emptyRow(first), isTaken: false },
      { ...emptyRow(second), tracking: '0012' },
    ])
    expect(placeOf(cellField('tracking', second))).toEqual(tracking(second))
    expect(placeOf('service')).toBeNull()
  })

  it('has a key for each parcel, the same for repeated requests', () => {
    const key = parcelKeyOf('0123456789abcdef', emptyRow(first))
    expect(key).toBe(parcelKeyOf('0123456789abcdef', emptyRow(first)))
    expect(key).not.toBe(parcelKeyOf('0123456789abcdef', emptyRow(second)))
    expect([parcelKeyOf('', emptyRow(first)), parcelKeyOf('0123456789abcdeF', emptyRow(first))]).toEqual([null, null])
  })
})
