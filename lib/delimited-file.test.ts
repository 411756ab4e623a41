import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileStart, findTextForm, readParts } from './delimited-file.ts'
import { findEncoding } from './text-encodings.ts'

/** Records of a file that arrives as a whole. */
async function readWhole(bytes: Uint8Array) {
  const form = findTextForm(bytes)!
  const records = []
  for await (const part of readParts([bytes], form)) records.push(...part.records)
  return { delimiter: form.delimiter, records }
}
const read = (text: string) => readWhole(new TextEncoder().encode(text))
const fieldsOf = async (text: string) => (await read(text)).records.map(({ fields }) => fields)
/** Reproducible random bytes. */
const noise = (bytes: number) => createHash('shake256', { outputLength: bytes }).update('noise').digest()
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(big ? bytes.swap16() : bytes)
}

describe('a text', () => {
  it.each([
    ['utf-8', new TextEncoder().encode('Größe;001')],
    ['utf-8', new TextEncoder().encode('\u{feff}Größe;001')],
    ['utf-16le', utf16('\u{feff}Größe;001', false)],
    ['utf-16be', utf16('\u{feff}Größe;001', true)],
    ['utf-16le', utf16('Größe;001', false)],
    ['windows-1252', new Uint8Array(Buffer.from('Gr\u{f6}\u{df}e;001', 'latin1'))],
    ['utf-8', new TextEncoder().encode(`Grö\0ße;0\u000101${' '.repeat(40)}`)],
  ])('is read as %s', async (encoding, bytes) => {
    const { records } = await readWhole(bytes)
    expect(records.map(({ fields }) => fields.map((field) => field.trimEnd()))).toEqual([['Größe', '001']])
    expect([findTextForm(bytes)?.encoding, findEncoding(bytes).isSure]).toEqual([encoding, true])
  })

  it.each([
    ['a workbook, and whatever else is packed', deflateRawSync(noise(3_000).toString('hex'))],
    ['a workbook of before 2007', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])],
    ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise(500)])],
    ['UTF-32', Buffer.from('a;b\n'.repeat(9).replaceAll(/./gs, '$&\0\0\0'), 'latin1')],
  ])('is not in %s', (_, bytes) => expect(findTextForm(bytes)).toBeNull())

  it('of nothing is nothing', async () => expect((await readWhole(new Uint8Array())).records).toEqual([]))
})

describe('a delimited text', () => {
  it('uses the delimiter of sep=, and counts lines as in the file', async () => {
    expect(await read('sep=|\r\na|b,c\r\n')).toEqual({
      delimiter: '|',
      records: [{ line: 2, fields: ['a', 'b,c'] }],
    })
  })

  it('finds the delimiter after a first line of any length', async () => {
    expect(await read(`${'x'.repeat(70_000)};y\n1;2\n`)).toMatchObject({ delimiter: ';', records: [{}, { line: 2 }] })
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
  const cut = (bytes: Uint8Array, length: number) =>
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length))

  /** Records of a file that arrives in parts of a length. */
  async function readCut(bytes: Uint8Array, length: number) {
    const records = []
    for await (const part of readParts(cut(bytes, length), findTextForm(bytes)!)) records.push(...part.records)
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
    const { records } = await readWhole(bytes)
    for (let length = 1; length <= bytes.length; length += 1)
      expect(await readCut(bytes, length), `parts of ${length} bytes`).toEqual(records)
  })

  /** The places of a file in parts of a length, and its records from each. */
  async function readFromPlaces(bytes: Uint8Array, length: number) {
    const parts = cut(bytes, length)
    const form = findTextForm(bytes)!
    const places = [fileStart]
    for await (const { next } of readParts(parts, form)) if (next) places.push(next)
    const found = []
    for (const place of places) {
      const records = []
      for await (const part of readParts(parts.slice(place.part), form, place)) records.push(...part.records)
      found.push({ place, records })
    }
    return found
  }

  const lines = `sep=;\nArtikel;Größe\n"a;\nb";1\nc;"ü\n\n"\n${'d;2\n'.repeat(9)}"broken;3\ne;4\n\ud83d\ude00;5`
  it.each([
    ['utf-8', new TextEncoder().encode(lines)],
    ['utf-8 with a mark', new TextEncoder().encode(`\u{feff}${lines}`)],
    ['utf-16le', utf16(`\u{feff}${lines}`, false)],
    ['utf-16be', utf16(`\u{feff}${lines}\u0a0a;\u0a00`, true)],
    ['lines that end with CR', new TextEncoder().encode('a;b\r\u{fc};d\re;f\r')],
    ['a mark in the middle', new TextEncoder().encode('a;b\n\u{feff}c;d\ne;f\n')],
  ])('goes on from each of its places as from the beginning: %s', async (_, bytes) => {
    const { records } = await readWhole(bytes)
    for (const length of [5, 6, 7, 8, 20, 21, 50, 64, bytes.length])
      for (const found of await readFromPlaces(bytes, length))
        expect(found.records, `${JSON.stringify(found.place)} in parts of ${length} bytes`).toEqual(
          records.filter(({ line }) => line >= found.place.line),
        )
  })

  it('has places often enough to go on without reading much again', async () => {
    // Nearly all of a row is within its quotes.
    const bytes = new TextEncoder().encode(`1,"Größe\n${'in cm '.repeat(70)}"\n`.repeat(800))
    const found = await readFromPlaces(bytes, 110_001)
    const offsets = found.map(({ place: { part, byte } }) => part * 110_001 + byte)
    const gaps = [...offsets, bytes.length].map((offset, at, all) => offset - (all[at - 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(100_000)
  })
})
