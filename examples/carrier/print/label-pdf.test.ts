import { readFile } from 'node:fs/promises'
import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { formats } from '../parcel.ts'
import type { Label } from '../trade/labels.ts'
import { services } from '../trade/prices.ts'
import { labelPdf } from './label-pdf.ts'

const address = {
  name: 'Ann Lantern',
  company: null,
  lines: ['12 Mill Lane'],
  city: 'Leeds',
  region: null,
  postcode: 'LS1 4DY',
  country: 'GB',
  phone: null,
  email: null,
}

const label: Label = {
  id: 'lbl_1',
  account: 'acc_1',
  rate: 'rate_1',
  parcelKey: 'parcel1',
  number: 'XP203351276365',
  boughtAt: new Date('2026-11-23T10:00:00Z'),
  void: null,
  refundAt: null,
  service: services[1]!,
  parcel: {
    key: 'parcel1',
    from: address,
    to: address,
    grams: 500,
    sizeMm: null,
    reference: '12-1',
    customs: null,
    insuredMinor: null,
    signature: false,
    currency: 'GBP',
  },
  reference: '12-1',
  minor: 339,
  currency: 'GBP',
}

/** Filled rectangles of the first page: their left edges and widths in points. */
async function barsOf(file: Uint8Array): Promise<[left: number, width: number][]> {
  const contents = (await PDFDocument.load(file)).getPage(0).node.Contents() as PDFArray
  const streams = contents.asArray().map((_, at) => decodePDFRawStream(contents.lookup(at, PDFRawStream)).decode())
  const drawn = Buffer.concat(streams).toString('latin1')
  return [...drawn.matchAll(/1 0 0 1 (\S+) \S+ cm\n(?:[^\n]* (?:cm|rg|d)\n)*0 0 m\n(\S+) 0 l/g)].map(
    ([, left, width]) => [Number(left), Number(width)],
  )
}

/** The bars as a printer of 203 dots an inch puts them on paper. */
function paperWith(bars: [left: number, width: number][]): ImageData {
  const dots = (points: number) => Math.round((points * 203) / 72)
  const [width, height] = [dots(300), 60]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [left, wide] of bars)
    for (let x = dots(left); x < dots(left + wide); x += 1)
      for (let y = 0; y < height; y += 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, data, colorSpace: 'srgb' }
}

it.each(formats.filter((format) => format !== 'ZPL'))('the barcode of a label in %s can be read', async (format) => {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) },
  })
  const bars = await barsOf(await labelPdf(label, format))
  const [found] = await readBarcodes(paperWith(bars))
  expect(found).toMatchObject({ text: label.number, symbology: 'Code128' })
})
