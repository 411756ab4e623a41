import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { maxRows } from './read-tracking-file.ts'
import { allVerdicts, uploadFile } from './upload-file.ts'
import { findUpload, listRows } from './uploads-db.server.ts'

const toMend = ['PROBLEM', 'REFUSED'] as const

/** Downloads the rows with problems, to correct and upload again; with `rows=all`, every row with its result. */
export const loader = sellerLoader('orders.ship', async ({ read, seller, url, texts: reader }) => {
  const texts = textsFor(reader.locale, seller.timeZone)
  const id = url.searchParams.get('upload') ?? ''
  const isAll = url.searchParams.get('rows') === 'all'
  const verdicts = isAll ? allVerdicts : toMend
  const found = await read(async (db) => {
    const upload = await findUpload(db, seller.id, id)
    return upload && { upload, rows: await listRows(db, { sellerId: seller.id, id, verdicts, limit: maxRows }) }
  })
  if (!found) throw refuse('not-found')
  const name = texts.t(isAll ? 'tracking.result.name' : 'tracking.file.name')
  return new Response(await uploadFile(found.upload.form.header, found.rows, { texts, withResult: isAll }), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  })
})
