import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { kindsWithFile } from '#features/machinery/file-runs/file-run.ts'
import { listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { uploadKinds } from '#web/upload-kinds.ts'
import { readRecord } from '#features/machinery/records/read-record.server.ts'
import { RecordReview } from '#features/machinery/records/record-review.tsx'
import { recordSteps, takeRecordStep } from '#features/machinery/records/take-step.server.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import { TakenFor, UnsortedFile } from './kind-form.tsx'
import { takeFiles } from './take-files.server.ts'
import { discardUnsorted, readKind, takeSaid } from './unsorted-file.server.ts'
import { isReviewed, readSizes, takeAllIn } from './uploaded-files.server.ts'
import { Uploads } from './uploads.tsx'
import { uploadsModel } from './uploads-view.ts'

await loadTexts('uploads', 'moving-in')

/** Bytes of one request: twenty files of 100,000 rows would be too many at once, those of most shops are not. */
const limits = { fields: 12_000_000, files: 80_000_000 }

const mostListed = 100

const kinds = Object.values(recordKinds)

const isCount = (id: string | null) => id !== null && /^[0-9a-f]{16}$/.test(id)

/** The uploads of the shop, a file whose subject is asked, or one to be reviewed. */
export const loader = sellerKeepingLoader('files.upload', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const id = url.searchParams.get('file')
  if (id !== null) {
    const kind = await readKind(visit, id)
    const isUnsorted = kind !== null && !kind.isTaken
    return { file: isUnsorted ? null : await readRecord(visit, id, kinds), kind, list: null }
  }
  const texts = textsFor(reader.locale, seller.timeZone)
  const of = { sellerId: seller.id, now: hub.now(), limit: mostListed }
  const files = (await read((db) => listRuns(db, { ...of, direction: 'UPLOAD', kinds: kindsWithFile }))).filter(
    ({ readers }) => readers.includes(seller.role),
  )
  await noteLook(visit, files)
  const sizes = await read((db) => readSizes(db, { sellerId: seller.id, runs: files.filter(isReviewed) }))
  const count = url.searchParams.get('count')
  const hint = {
    kind: uploadKinds.find((each) => each === url.searchParams.get('kind')) ?? null,
    count: isCount(count) ? count : null,
  }
  return { file: null, kind: null, list: { hint, ...uploadsModel({ files, sizes }, { texts, now: hub.now() }) } }
})

const steps = ['read', 'all', 'take', 'discard', ...recordSteps] as const

/** Receives files, takes one as what the seller says, takes all that are checked, or takes a step with one. */
export const action = sellerAction(
  'files.upload',
  async (visit) => {
    const { form, texts } = visit
    const step = oneOf(form, 'step', steps)
    const refusal = (reason: string) => texts.t('uploads.refused', { reason })
    switch (step) {
      case null:
        throw refuse('malformed')
      case 'read': {
        const count = textOf(form, 'count')
        const hint = { kind: oneOf(form, 'kind', uploadKinds), count: isCount(count) ? count : null }
        const { taken, refused } = await takeFiles(visit, hint)
        const [one = paths.uploads, ...others] = taken
        if (refused.length === 0) return redirect(others.length === 0 ? one : paths.uploads, { status: 303 })
        const lines = refused.map(({ name, reason }) => ({ name, text: refusal(reason) }))
        // After an error, the page would not read its list again.
        const pasted = taken.length > 0 ? '' : textOf(form, 'pasted')
        return data({ refused: lines, pasted }, { status: taken.length > 0 ? 200 : 422 })
      }
      case 'take': {
        const answer = await takeSaid(visit)
        return answer.ok
          ? redirect(answer.href, { status: 303 })
          : data({ kindError: refusal(answer.reason) }, { status: 422 })
      }
      case 'discard':
        await discardUnsorted(visit)
        return redirect(paths.uploads, { status: 303 })
      case 'all':
        await takeAllIn(visit)
        return redirect(paths.uploads, { status: 303 })
      default:
        return takeRecordStep(visit, step, kinds)
    }
  },
  limits,
)

export default function UploadPage() {
  const { file, kind, list } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const error = answer && 'kindError' in answer ? answer.kindError : undefined
  if (file)
    return (
      <RecordReview key={file.id} model={file} refused={answer}>
        {kind ? <TakenFor model={kind} error={error} /> : null}
      </RecordReview>
    )
  if (kind) return <UnsortedFile key={kind.id} model={kind} error={error} />
  return list ? <Uploads model={list} refused={answer && 'refused' in answer ? answer : undefined} /> : null
}
