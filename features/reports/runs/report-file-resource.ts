import { answerFile } from '#features/machinery/file-runs/answer-file.server.ts'
import { findRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { storedParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { formatTypes } from '#features/machinery/file-runs/write-file.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { hasResult, recordUploadOf } from '#features/machinery/records/record-plan.ts'
import { resultParts } from '#features/machinery/records/record-result.server.ts'
import { recordKinds } from './record-kinds.server.ts'

/**
 * The file that a run wrote, for the roles that may have it. An upload that was cancelled has a result, too; one that is
 * checked has its rows with problems.
 */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, read, seller, url } = visit
  const of = { sellerId: seller.id, id: url.searchParams.get('run') ?? '' }
  const run = await read((db) => findRun(db, { ...of, now: hub.now() }))
  if (!run?.readers.includes(seller.role)) throw refuse('not-found')
  const isDone = run.state === 'DONE' || run.state === 'DONE_WITH_ERRORS'
  const isWrongOnly = url.searchParams.get('rows') === 'problems'
  const upload = recordUploadOf(run)
  const written = upload && (isWrongOnly ? upload.plan.isChecked : !isDone && hasResult(run)) ? upload : null
  if (!written && (!isDone || isWrongOnly)) throw refuse('not-found')
  const parts = written
    ? resultParts(read, recordKinds[written.kind], written, { isWrongOnly })
    : storedParts(read, { ...of, file: 'RESULT' })
  const answer = await answerFile(visit, parts, {
    fileName: run.fileName,
    contentType: formatTypes[run.format].contentType,
    mayHave: (role) => run.readers.includes(role),
  })
  if (!answer) throw refuse('not-found')
  return answer
})
