import { addDocument } from './add-document.server.ts'
import type { PictureUpload } from './add-picture.server.ts'

/** Stores a small PDF of a seller and returns its hash. */
export async function addTestDocument(hub: PictureUpload['hub'], sellerId: number, text = smallPdf()): Promise<string> {
  const added = await addDocument({
    hub,
    sellerId,
    body: new Blob([text]).stream(),
    requireStill: async () => {},
    signal: new AbortController().signal,
    maxBytes: 1_500_000,
  })
  if (!added.ok) throw new Error(added.refusal)
  return added.hash
}

/** A PDF of one empty page. */
export function smallPdf({ trailer = '', note = '' }: { trailer?: string; note?: string } = {}): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = `%PDF-1.4\n%${note}\n`
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\n`
  return `${text}startxref\n${table}\n%%EOF\n`
}
