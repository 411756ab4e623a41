import { answerFile } from '#features/machinery/file-runs/answer-file.server.ts'
import { formatTypes, writeFile } from '#features/machinery/file-runs/write-file.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { allVerdicts, uploadContent } from './upload-file.ts'
import { findUpload, listRows, type RowVerdict, type UploadRow } from './uploads-db.server.ts'

const toMend = ['PROBLEM', 'REFUSED'] as const

/** Downloads the rows with problems, to correct and upload again; with `rows=all`, every row with its result. */
export const loader = sellerLoader('orders.ship', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const id = url.searchParams.get('upload') ?? ''
  const isAll = url.searchParams.get('rows') === 'all'
  const upload = await read((db) => findUpload(db, { sellerId: seller.id, id, now: hub.now() }))
  if (!upload) throw refuse('not-found')
  const rows = rowsOf(read, { sellerId: seller.id, id, verdicts: isAll ? allVerdicts : toMend })
  const content = uploadContent(upload.form.header, rows, { texts, withResult: isAll })
  const answer = await answerFile(visit, writeFile('CSV', content), {
    fileName: `${texts.t(isAll ? 'tracking.result.name' : 'tracking.file.name')}.csv`,
    contentType: formatTypes.CSV.contentType,
    mayHave: (role) => mayDo(role, 'orders.ship'),
  })
  return assertDefined(answer, 'each file has a header')
})

/** Rows read at once: no connection waits for a slow reader. */
const rowsAtOnce = 1_000

async function* rowsOf(
  read: OwnRows['read'],
  of: { sellerId: number; id: string; verdicts: readonly RowVerdict[] },
): AsyncGenerator<UploadRow[]> {
  let after = 0
  while (true) {
    const rows = await read((db) => listRows(db, { ...of, after, limit: rowsAtOnce }))
    const last = rows.at(-1)
    if (!last) return
    after = last.row
    yield rows
  }
}
