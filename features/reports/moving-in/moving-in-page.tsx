import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { oneOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { readRecord } from '#features/machinery/records/read-record.server.ts'
import { RecordReview } from '#features/machinery/records/record-review.tsx'
import { recordSteps, takeRecordStep } from '#features/machinery/records/take-step.server.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import { MovingIn } from './moving-in.tsx'
import { movingInModel } from './moving-in-view.ts'
import { isMovedIn, readSizes, takeAllIn } from './moved-files.server.ts'
import { receiveFiles } from './receive-files.server.ts'

await loadTexts('uploads', 'moving-in')

/** Bytes of one request: twenty files of 100,000 rows would be too many at once, those of most shops are not. */
const limits = { fields: 1_000_000, files: 80_000_000 }

const mostListed = 100

/** Kinds of files that this page shows; those of listings have their own. */
const shownHere = [recordKinds.costs, recordKinds.orders]

export const loader = sellerKeepingLoader('money.view', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const id = url.searchParams.get('file')
  if (id !== null) return { file: await readRecord(visit, id, shownHere), list: null }
  const texts = textsFor(reader.locale, seller.timeZone)
  const runs = await read((db) => listRuns(db, { sellerId: seller.id, now: hub.now(), limit: mostListed }))
  const files = runs.filter((run) => isMovedIn(run) && run.readers.includes(seller.role))
  await noteLook(visit, files)
  const sizes = await read((db) => readSizes(db, { sellerId: seller.id, runs: files }))
  return { file: null, list: movingInModel({ files, sizes }, { texts, now: hub.now() }) }
})

/** Receives files, brings in all that are checked, or takes a step with one. */
export const action = sellerAction(
  'money.view',
  async (visit) => {
    const { form, texts } = visit
    const step = oneOf(form, 'step', ['read', 'all', ...recordSteps])
    if (!step) throw refuse('malformed')
    if (step === 'read') {
      const { received, refused } = await receiveFiles(visit)
      if (refused.length === 0) return redirect(paths.movingIn, { status: 303 })
      const lines = refused.map(({ name, reason }) => ({ name, text: texts.t('movingIn.refused', { reason }) }))
      // After an error, the page would not read its list again.
      return data({ refused: lines }, { status: received > 0 ? 200 : 422 })
    }
    if (step !== 'all') return takeRecordStep(visit, step, shownHere)
    await takeAllIn(visit)
    return redirect(paths.movingIn, { status: 303 })
  },
  limits,
)

export default function MovingInPage() {
  const { file, list } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (file) return <RecordReview key={file.id} model={file} refused={answer} />
  return list ? <MovingIn model={list} refused={answer && 'refused' in answer ? answer.refused : []} /> : null
}
