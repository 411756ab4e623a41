import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { cancelRun, listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { correctCells } from '#features/machinery/file-runs/correct-cells.server.ts'
import { recordWorker } from '../records/apply-records.server.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { shownValues } from '#lib/table-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader, type SellerArgs } from '#web/guard.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { recordKinds } from '../records/record-kinds.server.ts'
import { firstRecordTab, recordModel, recordsShown, recordTabs, tabVerdicts } from '../records/record-model.server.ts'
import { findRecordUpload } from '../records/record-plan.server.ts'
import { readQuestions } from '../records/read-records.server.ts'
import { RecordReview } from '../records/record-review.tsx'
import { countRecords, listRecords } from '../records/records-db.server.ts'
import { recheckRecords } from '../records/receive-records.server.ts'
import { answersOf, chosenOf, queueRecords } from '../records/queue-records.server.ts'
import { uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { MovingIn } from './moving-in.tsx'
import { movingInModel } from './moving-in-view.ts'
import { isMovedIn, readSizes, takeAllIn } from './moved-files.server.ts'
import { receiveFiles } from './receive-files.server.ts'

await loadTexts('uploads', 'moving-in')

/** Bytes of one request: twenty files of 100,000 rows would be too many at once, those of most shops are not. */
const limits = { fields: 1_000_000, files: 80_000_000 }

/** Uploads that are listed. */
const mostListed = 100
/** Pages of 100,000 records. */
const mostPages = 1_000

/** The files of another marketplace, or one of them. */
export const loader = sellerKeepingLoader('money.view', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const id = url.searchParams.get('file')
  if (id !== null) return { file: await readFile(visit, id), list: null }
  const runs = await read((db) => listRuns(db, { sellerId: seller.id, now: hub.now(), limit: mostListed }))
  const files = runs.filter((run) => isMovedIn(run) && run.readers.includes(seller.role))
  await noteLook(visit, files)
  const sizes = await read((db) => readSizes(db, { sellerId: seller.id, runs: files }))
  return { file: null, list: movingInModel({ files, sizes }, { texts, now: hub.now() }) }
})

async function readFile(visit: SellerArgs & Pick<OwnRows, 'write'>, id: string) {
  const { hub, read, seller, url, texts: reader } = visit
  const key = { sellerId: seller.id, id }
  const found = await read(async (db) => {
    const upload = await findRecordUpload(db, { ...key, now: hub.now() })
    if (!upload?.readers.includes(seller.role)) return null
    const counts = (await countRecords(db, { sellerId: seller.id, ids: [id] })).get(id) ?? {}
    const tab = recordTabs.find((name) => name === url.searchParams.get('show')) ?? firstRecordTab(counts)
    const page = Math.min(mostPages, readPageNumber(url.searchParams.get('page')))
    const slice = { verdicts: tabVerdicts[tab], offset: (page - 1) * recordsShown, limit: recordsShown }
    return { upload, counts, tab, page, records: await listRecords(db, { ...key, ...slice }) }
  })
  if (!found) throw refuse('not-found')
  const { upload } = found
  await noteLook(visit, [upload])
  const isNew = upload.state === 'CREATED'
  const sample = isNew ? await uploadedSample(read, upload) : []
  const samples = isNew ? shownValues({ header: upload.plan.header, sample }) : []
  const questions = isNew ? await readQuestions(visit, upload) : []
  return recordModel(
    { ...found, samples, questions },
    { texts: textsFor(reader.locale, seller.timeZone), now: hub.now() },
  )
}

const steps = ['read', 'all', 'columns', 'correct', 'answer', 'forget', 'apply', 'cancel'] as const

/** Receives files, brings in all that are checked, or checks, applies or drops one. */
export const action = sellerAction(
  'money.view',
  async (visit) => {
    const { form, hub, seller, texts } = visit
    const step = oneOf(form, 'step', steps)
    if (!step) throw refuse('malformed')
    if (step === 'read') {
      const { received, refused } = await receiveFiles(visit)
      if (refused.length === 0) return redirect(paths.movingIn, { status: 303 })
      const lines = refused.map(({ name, reason }) => ({ name, text: texts.t('movingIn.refused', { reason }) }))
      // After an error, the page would not read its list again.
      return data({ refused: lines }, { status: received > 0 ? 200 : 422 })
    }
    if (step === 'all') {
      await takeAllIn(visit)
      return redirect(paths.movingIn, { status: 303 })
    }
    const id = textOf(form, 'file')
    const key = { sellerId: seller.id, id }
    const upload = await visit.read((db) => findRecordUpload(db, { ...key, now: visit.hub.now() }))
    if (!upload || !mayDo(seller.role, recordKinds[upload.kind].access)) throw refuse('not-found')
    if (step === 'apply') {
      const isQueued = await visit.write((db) =>
        queueRecords(db, { ...key, check: textOf(form, 'check'), now: hub.now() }),
      )
      if (isQueued) await hub.wakeFileRuns()
    } else if (step === 'correct') await correctCells(visit, { upload, worker: recordWorker(recordKinds[upload.kind]) })
    else if (step === 'cancel') await visit.write((db) => cancelRun(db, { ...key, keepsInput: false, now: hub.now() }))
    else {
      const { columns, choices } = upload.plan
      const chosen =
        step === 'columns'
          ? { columns: chosenOf(form, upload), choices }
          : { columns, choices: answersOf(form, await readQuestions(visit, upload), choices) }
      await recheckRecords(visit, { upload, chosen: step === 'forget' ? null : chosen })
    }
    return redirect(step === 'cancel' ? paths.movingIn : paths.movingInFile(id), { status: 303 })
  },
  limits,
)

/** Brings in what a shop had on another marketplace, by its reports. */
export default function MovingInPage() {
  const { file, list } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (file) return <RecordReview key={file.id} model={file} />
  return list ? <MovingIn model={list} refused={answer?.refused ?? []} /> : null
}
