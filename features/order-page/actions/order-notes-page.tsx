import { useTexts } from '#texts/context.tsx'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { changeTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { writeNote } from '#features/orders/order-notes/order-note-db.server.ts'
import type { OrderNotesAnswer } from '#features/orders/order-notes/order-notes.tsx'
import { noteLimits, readTag } from '#features/orders/order-notes/tag.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from '#features/order-page/details/order-view.tsx'

await loadTexts('order')

export const loader = sellerLoader('buyers.talk', async (visit) => {
  const { details, page } = await readOrderPage(visit)
  const note = { text: details.note?.note ?? '', seen: seenOf(details.note), error: null }
  return { page, note }
})

const seenOf = (note: { written_at: Date } | null) => note?.written_at.toISOString() ?? ''

const steps = ['note', 'add-tag', 'remove-tag'] as const

/** Saves the note, or adds or removes a tag, and redirects to the order; returns the form if it is invalid. */
export const action = sellerAction('buyers.talk', async (visit) => {
  const { form, url } = visit
  const step = oneOf(form, 'step', steps)
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  if (!step || !number) throw refuse('malformed')
  return step === 'note' ? takeNote(visit, number) : takeTag(visit, number, step)
})

const actorOf = ({ member }: SellerActionArgs) => ({ kind: 'MEMBER', id: member.id, name: member.name }) as const

/** URL of the order, with the note open if it is being written. */
function back({ form, url }: SellerActionArgs, number: OrderNumber): string {
  const from = url.searchParams.get('from') ?? undefined
  return isWriting(form) ? paths.orderNotes(number, from) : paths.orderDetails(number, from)
}

const isWriting = (form: FormData) => textOf(form, 'writing') !== ''

const shown = (answer: OrderNotesAnswer, status: number) => data(answer, { status })

async function takeNote(visit: SellerActionArgs, number: OrderNumber) {
  const { form, hub, seller, texts, write } = visit
  const text = textOf(form, 'note')
  const began = textOf(form, 'seen')
  if ([...text].length > noteLimits.note)
    return shown({ note: { text, seen: began, error: texts.t('talk.note.long', { n: noteLimits.note }) } }, 422)
  const seen = Date.parse(began)
  const outcome = await write((db) =>
    writeNote(db, {
      sellerId: seller.id,
      number,
      text,
      seen: Number.isNaN(seen) ? null : new Date(seen),
      actor: actorOf(visit),
      now: hub.now(),
    }),
  )
  if (outcome.ok) return redirect(back(visit, number), { status: 303 })
  if (outcome.reason === 'unknown') throw refuse('not-found')
  const { note } = outcome
  const error = note
    ? texts.t('talk.note.changed', { by: note.written_by, note: note.note })
    : texts.t('talk.note.removed')
  // The writer has now seen the newer note; saving again replaces it.
  return shown({ note: { text, seen: seenOf(note), error } }, 409)
}

async function takeTag(visit: SellerActionArgs, number: OrderNumber, step: 'add-tag' | 'remove-tag') {
  const { form, hub, seller, member, texts, write } = visit
  const typed = textOf(form, 'tag')
  const read = readTag(typed)
  const refused = (error: string) => shown({ tag: { text: typed, error, isWriting: isWriting(form) } }, 422)
  if (!read.ok) return refused(texts.t(`talk.tag.${read.problem}`, { n: noteLimits.tag }))
  const [tags, none] = [[read.tag], []]
  const tagChange = step === 'add-tag' ? { add: tags, remove: none } : { add: none, remove: tags }
  const whose = { sellerId: seller.id, now: hub.now() }
  const { full, undo } = await write(async (db) => {
    const outcome = await changeTags(db, {
      ...whose,
      actor: actorOf(visit),
      change: { numbers: [number], ...tagChange },
    })
    if (step === 'add-tag' || outcome.changed === 0) return { ...outcome, undo: null }
    const { inverse } = outcome
    const said = { n: 1, tag: read.tag }
    return {
      ...outcome,
      undo: await keepUndo(db, { ...whose, memberId: member.id, kind: 'tags', step: 'untag', said, inverse }),
    }
  })
  if (full > 0) return refused(texts.t('talk.tag.full', { n: noteLimits.tags }))
  return redirect(withUndo(back(visit, number), undo), { status: 303 })
}

export default function OrderNotesPage() {
  const { page, note } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={t('order.name.note', { order: page.model.title })} />
      <OrderView {...page} notesAnswer={!answer || answer.tag?.isWriting ? { note, ...answer } : answer} />
    </>
  )
}
