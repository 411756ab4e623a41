import { data, redirect } from '#web/router/router.ts'
import { gridHref } from '#lib/grid-query.ts'
import { textOf, textsIn } from '#lib/form-fields.ts'
import { safeNext } from '#web/safe-next.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { bulkAddress, bulkModel } from './bulk-model.server.ts'
import type { StepAnswer } from './bulk-model.ts'
import { encryptBulkCursor } from './bulk-cursor.server.ts'
import { isImmediate, previewBulk, readBulk } from './bulk-request.server.ts'
import { doneToast, readStart, stepPart, takePart } from './bulk-steps.server.ts'
import { rowsAPart } from './listings-bulk.ts'

/**
 * Performs a step on listings chosen in a list. Undoable steps run at once; others return a confirmation, and
 * `confirmed` runs them. Without script, redirects to the list or the confirmation page.
 */
export const action = sellerAction('listings.edit', async (args) => {
  // Sent by the confirmation page.
  if (args.form.has('place')) return takePart(args)
  const { hub, form, write, seller, url, request } = args
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const isScript = request.headers.get('accept')?.includes('application/json') === true
  const asked = readBulk(args, askedFor(url, form))
  const { step, match } = asked
  const startsAt = step === 'schedule' ? readStart(form, seller.timeZone) : null
  const isConfirmed = isScript && textOf(form, 'confirmed') === '1'
  if (isConfirmed && step === 'schedule' && (!startsAt || startsAt <= match.now))
    return answer({ outcome: 'refused', error: texts.t('listings.bulk.startPast') }, 422)
  const outcome = await write(async (db) => {
    const preview = await previewBulk(db, asked)
    const isFew = preview.previews.length <= rowsAPart
    if (!(isConfirmed && isFew) && !isImmediate(step, preview.previews)) return { preview }
    return { part: await stepPart(db, args, { match, step, startsAt, place: { after: 0, upTo: preview.upTo } }, texts) }
  })
  if (outcome.part) {
    const { results, undo } = outcome.part
    if (isScript) {
      const failed = results.filter(({ ok }) => !ok)
      return answer({ outcome: 'done', toast: doneToast(outcome.part, step, texts), failed })
    }
    const list =
      safeNext(textOf(form, 'back')) ?? gridHref(paths.listings[match.place.tab], match.query, match.definition)
    return redirect(withUndo(list, undo?.id ?? null), { status: 303 })
  }
  if (!isScript) return redirect(bulkAddress(asked), { status: 303 })
  const place = await encryptBulkCursor(hub.secret, { after: 0, upTo: outcome.preview.upTo })
  return answer({ outcome: 'ask', model: bulkModel(asked, outcome.preview, place, texts) })
})

const answer = (of: StepAnswer, status = 200) => data(of, { status })

/** Combines URL and form: the button sets the step, the boxes the listings. */
function askedFor({ searchParams }: URL, form: FormData): URLSearchParams {
  return new URLSearchParams([...searchParams, ...textsIn(form)])
}
