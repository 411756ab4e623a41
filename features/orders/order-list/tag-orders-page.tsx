import { fieldOf } from '#web/field-of.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import type { SellerDb } from '#db/client.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import type { Reading } from '#features/machinery/grid/list.ts'
import { changeTags, listTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { noteLimits, readTag } from '#features/orders/order-notes/tag.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { takeFocus } from '#shui/focus.ts'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { refused } from '#web/form-answer.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { refuse } from '#web/refusals.ts'
import { listOfChosen, matchingNumbers, openChosenOrders } from './chosen-orders.server.ts'
import type { Orders } from './orders-list-row.server.ts'
import styles from '#web/narrow-form.module.css'

await loadTexts('talk')

/** Maximum orders per request; their undo data is one row. */
const mostTagged = 10_000

const chosenNumbers = (db: SellerDb, match: Reading<Orders>) => matchingNumbers(db, match, { limit: mostTagged + 1 })

export const loader = sellerLoader('buyers.talk', async (visit) => {
  const match = openChosenOrders(visit)
  const { seller, url } = visit
  return visit.read(async (db) => {
    const numbers = await chosenNumbers(db, match)
    return {
      n: numbers.length,
      begun: formBaseline(numbers),
      isTooMany: numbers.length > mostTagged,
      known: await listTags(db, seller.id),
      address: url.pathname + url.search,
      backHref: listOfChosen(match),
    }
  })
})

/** Adds or removes a tag. Does nothing if the matching orders changed since the page counted them. */
export const action = sellerAction('buyers.talk', async (visit) => {
  const { form, hub, member, seller, texts, write } = visit
  const step = oneOf(form, 'step', ['tag', 'untag'])
  if (!step) throw refuse('malformed')
  const match = openChosenOrders(visit)
  const typed = textOf(form, 'tag')
  const read = readTag(typed)
  if (!read.ok) return refused({ tag: texts.t(`talk.tag.${read.problem}`, { n: noteLimits.tag }) }, { tag: typed })
  const { tag } = read
  const whose = { sellerId: seller.id, now: hub.now() }
  const { undo, problem } = await write(async (db) => {
    const numbers = await chosenNumbers(db, match)
    if (textOf(form, 'begun') !== formBaseline(numbers))
      return { undo: null, problem: texts.t('talk.tagOrders.changed', { n: numbers.length }) }
    if (numbers.length > mostTagged) throw refuse('malformed')
    const tagChange = step === 'tag' ? { add: [tag], remove: [] } : { add: [], remove: [tag] }
    const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
    const { changed, full, inverse } = await changeTags(db, { ...whose, actor, change: { numbers, ...tagChange } })
    if (changed === 0) {
      const why = full > 0 ? 'full' : step === 'tag' ? 'allHave' : 'noneHas'
      return { undo: null, problem: texts.t(`talk.tag.${why}`, { n: noteLimits.tags }) }
    }
    const kept = { kind: 'tags', step, said: { n: changed, tag }, inverse } as const
    return { undo: await keepUndo(db, { ...whose, memberId: member.id, ...kept }), problem: '' }
  })
  if (undo) return redirect(withUndo(listOfChosen(match), undo), { status: 303 })
  return refused({ tag: problem }, { tag: typed })
})

export default function TagOrdersPage() {
  const { n, begun, isTooMany, known, address, backHref } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const title = t('talk.tagOrders', { n })
  return (
    <>
      <PageHead title={title} before={<BackToList href={backHref}>{t('grid.exportRefused.back')}</BackToList>} />
      {isTooMany ? (
        <p className={styles.hint}>{t('talk.tagOrders.tooMany', { n: mostTagged })}</p>
      ) : (
        <DocumentForm action={address} className={styles.form}>
          <input type="hidden" name="begun" value={begun} />
          <TextField
            label={t('word.tag')}
            hint={t('talk.tagOrders.hint')}
            {...fieldOf('tag', answer?.errors, answer?.values.tag)}
            list="known-tags"
            width="medium"
            autoComplete="off"
            maxLength={noteLimits.tag}
            required
            ref={takeFocus}
          />
          <datalist id="known-tags">
            {known.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </datalist>
          <div className={styles.buttons}>
            <Button type="submit" name="step" value="tag" kind="primary">
              {t('talk.tagOrders.add', { n })}
            </Button>
            <Button type="submit" name="step" value="untag">
              {t('talk.tagOrders.remove', { n })}
            </Button>
          </div>
        </DocumentForm>
      )}
    </>
  )
}
