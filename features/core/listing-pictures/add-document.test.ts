import { describe, expect, it } from 'vitest'
import { pdfFaultOf } from './add-document.server.ts'
import { smallPdf } from './testing-pdf.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('a PDF', () => {
  it('is whole with its table of objects as text or as a stream, in any version', () => {
    expect(pdfFaultOf(bytes(smallPdf()))).toBeNull()
    const stream =
      '%PDF-2.0\r\n4 0 obj\r\n<< /Type /XRef /Root 1 0 R /Size 5 >>\r\nstream\r\n…\r\nendstream\r\nendobj\r\n'
    expect(pdfFaultOf(bytes(`${stream}startxref\r\n10\r\n%%EOF\r\n`))).toBeNull()
    // Changed later by a program that appends.
    const first = smallPdf()
    const appended = `${first}xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n${first.length}\n%%EOF`
    expect(pdfFaultOf(bytes(appended))).toBeNull()
  })

  it('is refused where it is cut, only called so, or hides something else', () => {
    const whole = smallPdf()
    const refused = [
      whole.slice(0, -20),
      whole.slice(0, whole.length / 2),
      `<script>alert(1)</script>${whole}`,
      `${whole}${'<html>'.padEnd(2_000)}`,
      whole.replace('/Root', '/Rood'),
      whole.replace(/startxref\n\d+/, 'startxref\n99999'),
      whole.replace(/startxref\n\d+/, 'startxref\n2'),
      '%PDF-1.7\n',
      '%PDF-x.y\n',
      '',
    ]
    for (const text of refused) expect(pdfFaultOf(bytes(text)), text.slice(0, 60)).toBe('broken')
  })

  it('is refused with a password, which no bank has', () => {
    expect(pdfFaultOf(bytes(smallPdf({ trailer: '/Encrypt 5 0 R' })))).toBe('locked')
  })
})
