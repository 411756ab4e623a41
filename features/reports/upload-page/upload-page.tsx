import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
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
import { takeFiles } from './take-file.server.ts'
import { discardUnsorted, readKind, takeSaid } from './unsorted-file.server.ts'
import { Uploads } from './uploads.tsx'

await loadTexts('uploads', 'moving-in')

/** Bytes of one request: twenty files of 100,000 rows would be too many at once, those of most shops are not. */
const limits = { fields: 12_000_000, files: 80_000_000 }

const kinds = Object.values(recordKinds)

const isCount = (id: string | null) => id !== null && /^[0-9a-f]{16}$/.test(id)

/** The form for files, a file whose subject is asked, or one to be reviewed. */
export const loader = sellerKeepingLoader('files.upload', async (visit) => {
  const { url } = visit
  const id = url.searchParams.get('file')
  if (id !== null) {
    const kind = await readKind(visit, id)
    const isUnsorted = kind !== null && !kind.isTaken
    return { file: isUnsorted ? null : await readRecord(visit, id, kinds), kind, hint: null }
  }
  const count = url.searchParams.get('count')
  const hint = {
    kind: uploadKinds.find((each) => each === url.searchParams.get('kind')) ?? null,
    count: isCount(count) ? count : null,
  }
  return { file: null, kind: null, hint }
})

const steps = ['read', 'take', 'discard', ...recordSteps] as const

/** Receives files, takes one as what the seller says, or takes a step with one. */
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
        const [one = paths.reports, ...others] = taken
        if (refused.length === 0) return redirect(others.length === 0 ? one : paths.reports, { status: 303 })
        const lines = refused.map(({ name, reason }) => ({ name, text: refusal(reason) }))
        if (taken.length > 0) lines.push({ name: '', text: texts.t('uploads.others', { n: taken.length }) })
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
      default:
        return takeRecordStep(visit, step, kinds)
    }
  },
  limits,
)

export default function UploadPage() {
  const { file, kind, hint } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const error = answer && 'kindError' in answer ? answer.kindError : undefined
  if (file)
    return (
      <RecordReview key={file.id} model={file} refused={answer}>
        {kind ? <TakenFor model={kind} error={error} /> : null}
      </RecordReview>
    )
  if (kind) return <UnsortedFile key={kind.id} model={kind} error={error} />
  return hint ? <Uploads hint={hint} refused={answer && 'refused' in answer ? answer : undefined} /> : null
}
