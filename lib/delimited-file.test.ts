import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, findTextForm, readParts, readRecords } from './delimited-file.ts'
import { busyFor } from './testing.ts'

const read = async (text: string, most?: number) => (await readRecords(text, most))!
const fieldsOf = async (text: string) => (await read(text)).records.map(({ fields }) => fields)
/** Reproducible random bytes. */
const noise = (bytes: number) => createHash('shake256', { outputLength: bytes }).update('noise').digest()
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(big ? bytes.swap16() : bytes)
}

describe('decodeText', () => {
  it.each([
    ['utf-8', new TextEncoder().encode('Größe;001')],
    ['utf-8', new TextEncoder().encode('\u{feff}Größe;001')],
    ['utf-16le', utf16('\u{feff}Größe;001', false)],
    ['utf-16be', utf16('\u{feff}Größe;001', true)],
    ['utf-16le', utf16('Größe;001', false)],
    ['windows-1252', new Uint8Array(Buffer.from('Gr\u{f6}\u{df}e;001', 'latin1'))],
    ['utf-8', new TextEncoder().encode(`Grö\0ße;0\u000101${' '.repeat(40)}`)],
  ])('reads %s', (encoding, bytes) => {
    const { text, encoding: found, isSure } = decodeText(bytes)!
    expect([text.trimEnd(), found, isSure]).toEqual(['Größe;001', encoding, true])
  })

  it.each([
    ['a workbook, and whatever else is packed', deflateRawSync(noise(3_000).toString('hex'))],
    ['a workbook of before 2007', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])],
    ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise(500)])],
    ['UTF-32', Buffer.from('a;b\n'.repeat(9).replaceAll(/./gs, '$&\0\0\0'), 'latin1')],
  ])('finds no text in %s', (_, bytes) => expect(decodeText(bytes)).toBeNull())

  it('of nothing is nothing', () => expect(decodeText(new Uint8Array())).toMatchObject({ text: '', encoding: 'utf-8' }))
})

describe('readRecords', () => {
  it('uses the delimiter of sep=, and counts lines as in the file', async () => {
    expect(await read('sep=|\r\na|b,c\r\n')).toEqual({
      delimiter: '|',
      records: [{ line: 2, fields: ['a', 'b,c'] }],
    })
  })

  it('finds the delimiter after a first line of any length', async () => {
    expect(await read(`${'x'.repeat(70_000)};y\n1;2\n`)).toMatchObject({ delimiter: ';', records: [{}, { line: 2 }] })
  })

  it('stops at the wanted number of records, or of lines', async () => {
    expect(await readRecords('a,b\n'.repeat(11), 10)).toBeNull()
    expect(await readRecords('a,b\n'.repeat(10), 10)).toMatchObject({ delimiter: ',' })
    expect(await busyFor(() => readRecords('a,b\n'.repeat(1_000_000), 10))).toBeLessThan(500)
    expect(await readRecords('\n'.repeat(100_000), 10)).toBeNull()
  })

  it('keeps quoted line breaks, quotes and zeros', async () => {
    expect(await fieldsOf('a;b\n"x\ny";"say ""hi"""\n0012;\n')).toEqual([
      ['a', 'b'],
      ['x\ny', 'say "hi"'],
      ['0012', ''],
    ])
    expect(await fieldsOf('a,b\rc,d\r')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it.each([
    ['said', (delimiter: string) => `sep=${delimiter}\r\n`],
    ['found', () => ''],
  ])('reads back any content with the delimiter %s', async (_, said) => {
    const cell = fc.string({ unit: fc.constantFrom('a', '0', ';', ',', '\t', '|', '"', '\n', ' ', 'ß'), maxLength: 6 })
    const says = (row: string[]) => row.some((field) => field.trim() !== '')
    const table = fc.array(fc.tuple(cell, cell, cell).filter(says), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(',', ';', '\t', '|'), table, async (delimiter, rows) => {
        const written = [['Order number', 'Tracking number', 'Carrier'], ...rows]
          .map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(delimiter))
          .join('\r\n')
        expect(await fieldsOf(`${said(delimiter)}${written}\r\n`)).toEqual([
          ['Order number', 'Tracking number', 'Carrier'],
          ...rows,
        ])
      }),
    )
  })
})

describe('readParts', () => {
  /** Records of a file that arrives in parts of a length. */
  async function readCut(bytes: Uint8Array, length: number) {
    const parts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    )
    const records = []
    for await (const part of readParts(parts, findTextForm(bytes)!)) records.push(...part.records)
    return records
  }

  const text = 'sep=;\r\nArtikel;Größe\r\n="0012";"weiß;\r\nschwarz"\r\n0013;\u4e2d\r\n'
  it.each([
    ['utf-8', new TextEncoder().encode(text)],
    ['utf-8 with a mark', new TextEncoder().encode(`\u{feff}${text}`)],
    ['utf-16le', utf16(`\u{feff}${text}`, false)],
    ['utf-16be', utf16(`\u{feff}${text}`, true)],
    ['lines that end with CR', new TextEncoder().encode('a;b\r\u{fc};d\re;f\r')],
    ['nothing', new Uint8Array()],
  ])('reads the same wherever a file is cut: %s', async (_, bytes) => {
    const { records } = await read(decodeText(bytes)!.text)
    for (let length = 1; length <= bytes.length; length += 1)
      expect(await readCut(bytes, length), `parts of ${length} bytes`).toEqual(records)
  })

  it('finds no form in a picture', () =>
    expect(findTextForm(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise(500)]))).toBeNull())
})
