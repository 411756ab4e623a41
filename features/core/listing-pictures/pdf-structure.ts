/** Why a PDF is refused: it is not whole, or a password locks it. */
export type PdfFault = 'broken' | 'locked'

/** Bytes from the end within which a PDF names its table of objects. */
const tailBytes = 1024

/**
 * Checks that a file is a whole PDF that opens without a password: its head, and at the end the place of a table of objects
 * that names a root. Null if it is. Nothing of it is decoded.
 */
export function pdfFaultOf(file: Uint8Array): PdfFault | null {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(text.slice(0, 16))) return 'broken'
  const tail = text.slice(-tailBytes)
  const [, place] = /startxref\s+(\d{1,10})\s+%%EOF/.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref')))) ?? []
  const start = Number(place)
  if (place === undefined || start >= text.length) return 'broken'
  if (!/^\s{0,8}(xref\s|\d{1,10}\s+\d{1,5}\s+obj\b)/.test(text.slice(start, start + 64))) return 'broken'
  const end = text.indexOf('startxref', start)
  const table = text.slice(start, end)
  if (!/\/Root\s{0,8}\d{1,10}\s{1,8}\d{1,5}\s{1,8}R/.test(table)) return 'broken'
  return /\/Encrypt\b/.test(table) ? 'locked' : null
}
