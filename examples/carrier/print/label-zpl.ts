import type { Label } from '../trade/labels.ts'
import { carrierName } from '../trade/prices.ts'
import { customsLines, customsNumbers } from './customs.ts'
import { linesOfAddress } from './label-text.ts'

/** A label of 4 x 6 inches for a printer of 203 dots an inch, in UTF-8. */
export function labelZpl({ parcel, service, number, reference, boughtAt }: Label): string {
  const rows: string[] = ['^XA', '^CI28', '^PW812', '^LL1218', '^LH0,0']
  let y = 30
  const add = (words: string, size: number) => {
    rows.push(`^FO30,${y}^A0N,${size},${size}^FH^FD${escaped(words)}^FS`)
    y += size + 6
  }
  add(`${carrierName.toUpperCase()}   SPECIMEN`, 26)
  add(service.name, 60)
  for (const line of linesOfAddress(parcel.from)) add(line, 20)
  y = Math.max(y + 20, 290)
  for (const line of linesOfAddress(parcel.to)) add(line, 38)
  if (parcel.customs) {
    const { lines, grams, value } = customsLines(parcel.customs)
    y += 14
    add('CUSTOMS DECLARATION CN 22', 22)
    for (const line of lines.slice(0, 4)) add(`${line.text}, ${line.grams} g, ${line.value}`, 20)
    add([`Total ${grams} g, ${value}`, ...customsNumbers(parcel)].join(', '), 20)
  }
  rows.push(`^FO60,960^BY3^BCN,150,Y,N,N^FD${number}^FS`)
  y = 1_160
  add(`Ref ${reference}, ${parcel.grams} g, ${boughtAt.toISOString().slice(0, 10)}`, 24)
  return [...rows, '^XZ', ''].join('\n')
}

/** Commands begin with `^` or `~`, and `_` begins a byte in hexadecimal. */
const escaped = (words: string) =>
  words
    .replaceAll(/[\^~_\\]/g, (letter) => `_${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/\s+/g, ' ')
