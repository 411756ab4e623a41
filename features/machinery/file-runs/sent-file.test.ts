import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { takeSentFile } from './sent-file.ts'

const texts = textsFor('en', 'UTC')
const rows = (sku: string) => [['SKU', 'Stock'], [sku, 3]] // prettier-ignore

async function take(sheets: Record<string, (string | number)[][]>, fields: Record<string, string> = {}) {
  const bytes = await writeXlsx({ sheets: Object.entries(sheets).map(([name, own]) => ({ name, rows: own })) })
  const form = new FormData()
  form.set('file', new File([Uint8Array.from(bytes)], 'stock.xlsx'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = await takeSentFile(form, { pastedName: 'pasted.csv', texts })
  return sent.ok ? { ...sent.file, text: new TextDecoder().decode(sent.file.bytes) } : sent
}

describe('a workbook that is sent', () => {
  it('is its sheet with rows', async () =>
    expect(await take({ 'Read me': [['Fill in.']], Stock: rows('A') })).toMatchObject({
      name: 'stock.xlsx',
      text: 'SKU,Stock\nA,3\n',
    }))

  it('with several of them asks once', async () => {
    const sheets = { Shop: rows('A'), Fair: rows('B') }
    expect(await take(sheets)).toEqual({
      ok: false,
      reason: 'file',
      error: 'Several sheets of this workbook have rows. Choose one, then send the file again.',
      choices: [
        {
          name: 'sheet',
          label: 'Sheet',
          value: '',
          options: [
            { value: 'Shop', label: 'Shop' },
            { value: 'Fair', label: 'Fair' },
          ],
        },
      ],
    })
    expect(await take(sheets, { sheet: 'Fair' })).toMatchObject({ text: 'SKU,Stock\nB,3\n' })
    expect(await take(sheets, { sheet: 'Other' })).toMatchObject({ ok: false })
  })

  it('without rows is refused', async () =>
    expect(await take({ Stock: [] })).toMatchObject({ ok: false, choices: [], error: 'The workbook has no rows.' }))
})

describe('other files', () => {
  it('are taken as they are, and pasted rows if there is none', async () => {
    const form = new FormData()
    form.set('file', new File(['a,b\n'], 'a.csv'))
    form.set('pasted', 'c,d\n')
    const pasted = { pastedName: 'pasted.csv', texts }
    const read = async () => {
      const sent = await takeSentFile(form, pasted)
      return sent.ok ? [sent.file.name, new TextDecoder().decode(sent.file.bytes)] : null
    }
    expect(await read()).toEqual(['a.csv', 'a,b\n'])
    expect(await read()).toEqual(['pasted.csv', 'c,d'])
  })
})
