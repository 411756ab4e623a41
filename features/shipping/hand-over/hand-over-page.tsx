import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import type { SellerDb } from '#db/client.ts'
import { awaitedStep } from '#features/core/order/delivery.ts'
import { findOrders } from '#features/core/order/locked-orders-db.server.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import type { Reading } from '#features/machinery/grid/list.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { listOfChosen, matchingNumbers, openChosenOrders } from '#features/orders/order-list/chosen-orders.server.ts'
import type { Orders } from '#features/orders/order-list/orders-list-row.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { refused } from '#web/form-answer.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { handOver, type HandOverInverse } from './hand-over-db.server.ts'
import styles from '#web/narrow-form.module.css'

await loadTexts('fulfilment')

/** Maximum orders per request; their undo data is one row. */
const mostHandedOver = 1_000

/** The chosen orders that wait for their buyers, and the number of others. */
async function readWaiting(db: SellerDb, match: Reading<Orders>) {
  const chosen = await matchingNumbers(db, match, { limit: mostHandedOver })
  const orders = await findOrders(db, match.sellerId, chosen)
  const numbers = chosen.filter((number) => orders.some((order) => order.order_number === number && isWaiting(order)))
  return { numbers, others: chosen.length - numbers.length }
}

const isWaiting = (order: Parameters<typeof awaitedStep>[0]) => awaitedStep(order) === 'hand-over'

export const loader = sellerLoader('orders.ship', async (visit) => {
  const match = openChosenOrders(visit)
  const { url } = visit
  const { numbers, others } = await visit.read((db) => readWaiting(db, match))
  return {
    n: numbers.length,
    numbers: numbers.slice(0, 50),
    others,
    begun: formBaseline(numbers),
    address: url.pathname + url.search,
    backHref: listOfChosen(match),
  }
})

/** Marks the orders as handed over. Does nothing if those that wait changed since the page counted them. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, member, seller, texts } = visit
  const match = openChosenOrders(visit)
  const now = hub.now()
  const { undo, numbers } = await hub.db.asOwnerFor(seller.id, async (db) => {
    const waiting = await readWaiting(db, match)
    if (textOf(form, 'begun') !== formBaseline(waiting.numbers)) return { undo: null, numbers: [] }
    const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
    const done = await handOver(db, { sellerId: seller.id, numbers: waiting.numbers, actor, now })
    if (done.length === 0) return { undo: null, numbers: [] }
    const inverse: HandOverInverse = { numbers: done, at: now.toISOString() }
    const step = { kind: 'handOver', step: 'handOver', said: { n: done.length }, inverse } as const
    return { undo: await keepUndo(db, { ...step, sellerId: seller.id, memberId: member.id, now }), numbers: done }
  })
  const [number] = numbers
  if (!undo || !number) return refused({ form: texts.t('handOver.changed') }, {})
  const isOnItsPage = textOf(form, 'back') === 'order'
  const back = isOnItsPage ? paths.orderDetails(number, textOf(form, 'from') || undefined) : listOfChosen(match)
  return redirect(withUndo(back, undo), { status: 303 })
})

export default function HandOverPage() {
  const { n, numbers, others, begun, address, backHref } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('handOver.title', { n })}
        before={<BackToList href={backHref}>{t('grid.exportRefused.back')}</BackToList>}
      />
      <DocumentForm action={address} className={styles.form}>
        <input type="hidden" name="begun" value={begun} />
        <FormErrors errors={answer?.errors} />
        <p>{n > 0 ? t('handOver.hint', { n }) : t('handOver.none')}</p>
        <ul className={styles.orders}>
          {numbers.map((number) => (
            <li key={number}>{number}</li>
          ))}
        </ul>
        {n > 0 && others > 0 ? <p className={styles.hint}>{t('handOver.others', { n: others })}</p> : null}
        {n > 0 ? (
          <div className={styles.buttons}>
            <Button type="submit" kind="primary">
              {t('handOver.do')}
            </Button>
          </div>
        ) : (
          <p>
            <PageLink to={backHref}>{t('grid.exportRefused.back')}</PageLink>
          </p>
        )}
      </DocumentForm>
    </>
  )
}
