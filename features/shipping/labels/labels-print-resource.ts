import { maxRows } from '#features/shipping/ship-many/sheet.ts'
import { attachment } from '#lib/attachment.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { joinLabelFiles, readLabelFiles } from './print-labels.server.ts'

/** The bought labels of orders, or with these keys, as one file, as often as wanted: PDF is shown, ZPL is saved. */
export const loader = sellerLoader('labels.buy', async ({ read, seller, url }) => {
  const keys = (url.searchParams.get('keys') ?? '').split(',').slice(0, maxRows)
  const files = await read((db) => readLabelFiles(db, seller.id, keys))
  const file = await joinLabelFiles(files)
  if (!file) throw refuse('not-found')
  const isPdf = file.type === 'application/pdf'
  return new Response(new Uint8Array(file.content), {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': isPdf ? 'inline; filename="labels.pdf"' : attachment('labels.zpl'),
      'Cache-Control': 'private, no-store',
    },
  })
})
