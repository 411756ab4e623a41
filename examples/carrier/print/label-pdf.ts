import type { Format } from '../parcel.ts'
import type { Label } from '../trade/labels.ts'
import { carrierName, needsForm } from '../trade/prices.ts'
import { customsLines, customsNumbers, purposeOf } from './customs.ts'
import { linesOfAddress } from './label-text.ts'
import { newPrint, papers, type Sheet } from './sheet.ts'

const margin = 12

/** Draws a label: on A4 in the size of A6, in the corner that label sheets have it. */
export async function labelPdf(label: Label, format: Exclude<Format, 'ZPL'>): Promise<Uint8Array> {
  const print = await newPrint(`Label ${label.number}`)
  drawLabel(print.addSheet(papers[format]), label, format === 'PDF_A4' ? papers.PDF_A6 : papers[format])
  return print.save()
}

function drawLabel(sheet: Sheet, label: Label, [width, height]: readonly [number, number]): void {
  const { parcel, service, number, reference } = label
  const [from, to] = [margin, width - margin]
  const inner = { x: from, width: to - from }
  sheet.text(carrierName.toUpperCase(), { ...inner, y: 22, size: 9, bold: true })
  sheet.text('SPECIMEN', { x: to - 48, y: 22, size: 9 })
  sheet.text(service.name, { ...inner, y: 46, size: 22, bold: true })
  sheet.line(54, from, to)
  sheet.text('From', { ...inner, y: 64, size: 6 })
  for (const [at, line] of linesOfAddress(parcel.from).slice(0, 7).entries())
    sheet.text(line, { x: from + 22, width: to - from - 22, y: 64 + at * 7.5, size: 6.5 })
  sheet.line(118, from, to)
  const isTight = parcel.customs !== null
  const step = isTight ? 13 : 16
  for (const [at, line] of linesOfAddress(parcel.to).slice(0, 8).entries())
    sheet.text(line, { ...inner, y: 118 + (at + 1) * step, size: step - 3, bold: true })
  if (parcel.customs) drawCustoms(sheet, label, { y: 238, from, to })
  const bars = { x: from, y: height - 92, width: to - from, height: 54 }
  sheet.line(height - 100, from, to)
  sheet.barcode(number, bars)
  sheet.text(number.replaceAll(/(?<=^..(?:.{4})*)(?=.{4})/g, ' '), { ...inner, y: height - 27, size: 10, bold: true })
  const marks = [
    `Ref ${reference}`,
    `${parcel.grams} g`,
    ...(parcel.signature ? ['Signature'] : []),
    ...(parcel.insuredMinor === null ? [] : ['Insured']),
    label.boughtAt.toISOString().slice(0, 10),
  ]
  sheet.text(marks.join(' · '), { ...inner, y: height - 13, size: 7 })
}

const mostLines = 4

function drawCustoms(sheet: Sheet, label: Label, { y, from, to }: { y: number; from: number; to: number }): void {
  const { customs } = label.parcel
  if (!customs) return
  const { lines, grams, value } = customsLines(customs)
  const small = (words: string, row: number, bold = false) =>
    sheet.text(words, { x: from, width: to - from, y: y + row * 8, size: 6.5, bold })
  sheet.line(y - 8, from, to)
  small(`CUSTOMS DECLARATION CN 22 · ${purposeOf(customs)}`, 0, true)
  const shown = needsForm(label.parcel) ? [] : lines.slice(0, mostLines)
  for (const [at, line] of shown.entries()) small(`${line.text} · ${line.grams} g · ${line.value}`, at + 1)
  const left = lines.length - shown.length
  if (left > 0) small(shown.length === 0 ? 'See the attached CN 23' : `and ${left} more`, shown.length + 1)
  small(`Total ${grams} g · ${value}`, mostLines + 2, true)
  small(customsNumbers(label.parcel).join(' · '), mostLines + 3)
}
