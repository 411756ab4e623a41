import type { Label } from '../trade/labels.ts'
import { carrierName } from '../trade/prices.ts'
import { customsLines, customsNumbers, purposeOf } from './customs.ts'
import { linesOfAddress } from './label-text.ts'
import { newPrint, papers } from './sheet.ts'

const [left, right, rowHeight] = [50, 545, 16]

/** The customs form CN 23 of a parcel. */
export async function customsForm({ parcel, number }: Label): Promise<Uint8Array> {
  const print = await newPrint(`Customs declaration ${number}`)
  const { customs } = parcel
  if (!customs) return print.save()
  const { lines, grams, value } = customsLines(customs)
  const perPage = 28
  for (let first = 0; first < lines.length; first += perPage) {
    const sheet = print.addSheet(papers.PDF_A4)
    sheet.text('CUSTOMS DECLARATION CN 23', { x: left, y: 50, size: 18, bold: true })
    sheet.barcode(number, { x: 330, y: 30, width: 215, height: 40 })
    sheet.text(number, { x: 350, y: 84, size: 9 })
    for (const [x, title, address] of [
      [left, 'From', parcel.from],
      [310, 'To', parcel.to],
    ] as const) {
      sheet.text(title, { x, y: 110, size: 8 })
      for (const [at, line] of linesOfAddress(address).entries())
        sheet.text(line, { x, y: 124 + at * 13, size: 10, width: 230 })
    }
    sheet.line(240, left, right)
    const page = lines.slice(first, first + perPage)
    for (const [at, line] of page.entries()) {
      const y = 256 + at * rowHeight
      sheet.text(line.text, { x: left, y, size: 9, width: 360 })
      sheet.text(`${line.grams} g`, { x: 420, y, size: 9, width: 50 })
      sheet.text(line.value, { x: 475, y, size: 9, width: 70 })
    }
    const end = 262 + page.length * rowHeight
    sheet.line(end, left, right)
    const total = `Total: ${grams} g, ${value} · ${purposeOf(customs)}`
    sheet.text(total, { x: left, y: end + 18, size: 10, bold: true })
    sheet.text(customsNumbers(parcel).join(' · '), { x: left, y: end + 34, size: 9 })
    sheet.text('Date and signature of the sender', { x: left, y: 800, size: 8 })
    sheet.line(788, left, 300)
  }
  return print.save()
}

/** One list of parcels that a driver collects. */
export async function manifestPdf(labels: readonly Label[], at: Date): Promise<Uint8Array> {
  const print = await newPrint('Manifest')
  const perPage = 42
  for (let first = 0; first < labels.length; first += perPage) {
    const sheet = print.addSheet(papers.PDF_A4)
    const title = `${carrierName}: ${labels.length} parcels, ${at.toISOString().slice(0, 10)}`
    sheet.text(title, { x: left, y: 50, size: 16, bold: true })
    for (const [row, { number, service, parcel }] of labels.slice(first, first + perPage).entries()) {
      const y = 84 + row * rowHeight
      sheet.text(number, { x: left, y, size: 10 })
      sheet.text(service.name, { x: 170, y, size: 10 })
      sheet.text(`${parcel.to.postcode ?? ''} ${parcel.to.country}`, { x: 330, y, size: 10 })
      sheet.text(`${parcel.grams} g`, { x: 480, y, size: 10 })
    }
    sheet.text('Signature of the driver', { x: left, y: 800, size: 8 })
    sheet.line(788, left, 300)
  }
  return print.save()
}
