import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { data, useActionData, useLoaderData } from '#web/router/router.ts'
import { useEffect } from 'react'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { parseCancelKey, type CancelKey } from '#features/after-sale/cancellations/cancellation.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { readUnpaidOrders, type UnpaidOrder } from '#features/after-sale/cancellations/unpaid-orders-db.server.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { day } from '#lib/duration.ts'
import { textOf } from '#lib/form-fields.ts'
import { sumsByCurrency } from '#lib/exact-sums.ts'
import type { Money } from '#lib/money.ts'
import { brand } from '#lib/brand.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { Texts } from '#texts/texts.ts'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './cancel-unpaid-page.module.css'
import { listOfChosen, matchingNumbers, openChosenOrders } from '#features/orders/order-list/chosen-orders.server.ts'

await loadTexts('after-sale')

/** Maximum orders per request: as many as a member reviews. */
const mostCancelled = 200

/** Loads the selected orders to cancel, and those that cannot be, with reasons. */
export const loader = sellerLoader('orders.refund', async (visit) => {
  const { hub, seller, url } = visit
  const match = openChosenOrders(visit)
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const facts = { sellerId: seller.id, now: hub.now(), policyPack: hub.config.policyPack }
  const { orders, isMore } = await visit.read(async (db) => {
    const numbers = await matchingNumbers(db, match, { limit: mostCancelled + 1 })
    const shown = numbers.slice(0, mostCancelled)
    return { orders: await readUnpaidOrders(db, shown, facts), isMore: numbers.length > mostCancelled }
  })
  const possible = orders.filter(({ refusal }) => refusal === null)
  return {
    key: newCancelKey(),
    possible: possible.map((order) => lineOf(order, texts)),
    leftOut: orders.flatMap((order) =>
      order.refusal === null
        ? []
        : [{ ...lineOf(order, texts), why: texts.t(`cancel.unpaid.not.${order.refusal}`, { n: unpaidDays(visit) }) }],
    ),
    sum: sumWords(
      possible.map(({ money }) => money),
      texts,
    ),
    back: sumWords(
      possible.flatMap(({ back }) => (back.minor > 0 ? [back] : [])),
      texts,
    ),
    hasStock: possible.some(({ hasStock }) => hasStock),
    most: isMore ? mostCancelled : null,
    address: url.pathname + url.search,
    backHref: listOfChosen(match),
  }
})

const unpaidDays = ({ hub }: Pick<SellerActionArgs, 'hub'>) =>
  Math.round(hub.config.policyPack.deadlines.unpaidCancelableAfter / day)

const lineOf = ({ number, buyer, title, lines, placedAt, ...of }: UnpaidOrder, texts: Texts) => {
  const { t, moment, money } = texts
  return {
    number,
    title: title ?? t('orders.noItem'),
    facts: [
      lines > 1 ? t('orders.moreItems', { n: lines - 1 }) : null,
      shownBuyer(buyer, texts),
      moment(placedAt, 'date'),
    ]
      .filter(Boolean)
      .join(' · '),
    money: money(of.money),
    back: of.refusal === null && of.back.minor > 0 ? t('cancel.unpaid.back', { amount: money(of.back) }) : null,
  }
}

/** Currencies are never summed. */
function sumWords(amounts: readonly Money[], { money }: Texts): string {
  return sumsByCurrency(amounts).map(money).join(' + ')
}

/** Cancels the orders shown, each on its own, so that one paid in the meantime does not stop the others. Idempotent. */
export const action = sellerAction('orders.refund', async ({ form, hub, seller, member, texts, write }) => {
  const key = parseCancelKey(textOf(form, 'key'))
  const sent = form
    .getAll('order')
    .flatMap((value) => (typeof value === 'string' ? (parseOrderNumber(value) ?? []) : []))
  const numbers = [...new Set(sent)]
  if (!key || numbers.length === 0 || numbers.length > mostCancelled) throw refuse('malformed')
  const cancelRequest = {
    sellerId: seller.id,
    policyPack: hub.config.policyPack,
    actor: { kind: 'MEMBER', id: member.id, name: member.name } as const,
    now: hub.now(),
    reason: 'ORDER_UNPAID',
    restocks: form.has('restock'),
  } as const
  const results: { number: OrderNumber; problem: string | null }[] = []
  for (const number of numbers) {
    const outcome = await write((db) => cancelOrder(db, { ...cancelRequest, number, key: keyFor(key, number) }))
    if (outcome.ok && outcome.refund) await settleRefund(hub, seller.id, outcome.refund)
    results.push({ number, problem: outcome.ok ? null : texts.t(`cancel.error.${outcome.reason}`) })
  }
  return data({ results })
})

/** Key derived from page and order, so that a repeated submit is idempotent. */
const keyFor = (key: CancelKey, number: OrderNumber) =>
  brand<CancelKey>(`${key.slice(0, 16)}${number.replaceAll('-', '')}`)

export default function CancelUnpaidPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  useEffect(() => {
    if (answer) forgetSelection(paths.orders)
  }, [answer])
  const title = answer ? t('cancel.unpaid.result.title') : t('cancel.unpaid.title', { n: model.possible.length })
  const done = answer?.results.filter(({ problem }) => problem === null) ?? []
  return (
    <>
      <PageHead
        title={title}
        before={<BackToList href={model.backHref}>{t('grid.exportRefused.back')}</BackToList>}
        done={done.length > 0 ? t('cancel.unpaid.done', { n: done.length }) : null}
      />
      {answer ? <Results results={answer.results} backHref={model.backHref} /> : <Confirmation model={model} />}
    </>
  )
}

type Model = ReturnType<typeof useLoaderData<typeof loader>>

function Confirmation({ model }: { model: Model }) {
  const { t } = useTexts()
  const isSending = useSending()
  const { key, possible, leftOut, sum, back, hasStock, most, address, backHref } = model
  const n = possible.length
  return (
    <PageForm action={address} className={styles.form}>
      <input type="hidden" name="key" value={key} />
      {most === null ? null : <p className={styles.quiet}>{t('cancel.unpaid.most', { n: most })}</p>}
      {n > 0 ? (
        <>
          <p>{back ? t('cancel.unpaid.whatInPart', { n, sum, back }) : t('cancel.unpaid.what', { n, sum })}</p>
          <Lines lines={possible} label={t('cancel.unpaid.listed')} />
          {possible.map(({ number }) => (
            <input key={number} type="hidden" name="order" value={number} />
          ))}
        </>
      ) : (
        <p>{t('cancel.unpaid.none')}</p>
      )}
      {leftOut.length > 0 ? (
        <Section title={t('cancel.unpaid.leftOut')} count={String(leftOut.length)}>
          <Lines lines={leftOut} label={t('cancel.unpaid.leftOut')} />
        </Section>
      ) : null}
      {hasStock ? <Checkbox name="restock" label={t('cancel.restock')} defaultChecked /> : null}
      <p className={styles.foot}>
        {n > 0 ? <span className={styles.quiet}>{t('cancel.final')}</span> : null}
        <ButtonLink href={backHref} kind="quiet">
          {t('word.close')}
        </ButtonLink>
        {n > 0 ? (
          <Button type="submit" kind="danger" disabled={isSending}>
            {t('cancel.unpaid.confirm', { n })}
          </Button>
        ) : null}
      </p>
    </PageForm>
  )
}

function Lines({ lines, label }: { lines: readonly (Model['possible'][number] & { why?: string })[]; label: string }) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {lines.map(({ number, title, facts, money, back, why }) => (
        <li key={number}>
          <PageLink to={paths.orderDetails(number)} className={styles.number}>
            {number}
          </PageLink>
          <span className={styles.what}>
            <bdi className={styles.title}>{title}</bdi>
            <bdi className={styles.quiet}>{facts}</bdi>
            {back ? <span className={styles.quiet}>{back}</span> : null}
            {why ? <span className={styles.why}>{why}</span> : null}
          </span>
          <span className={styles.money}>{money}</span>
        </li>
      ))}
    </ul>
  )
}

interface ResultsProps {
  results: readonly { number: string; problem: string | null }[]
  backHref: string
}

/** Result for each order; those not cancelled come first. */
function Results({ results, backHref }: ResultsProps) {
  const { t } = useTexts()
  const sorted = results.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))
  return (
    <div className={styles.form}>
      <ul className={styles.lines} aria-label={t('cancel.unpaid.result.title')}>
        {sorted.map(({ number, problem }) => (
          <li key={number}>
            <PageLink to={paths.orderDetails(number)} className={styles.number}>
              {number}
            </PageLink>
            <Status tone={problem ? 'warn' : 'good'} text={problem ?? t('cancel.unpaid.cancelled')} />
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink href={backHref} kind="primary">
          {t('grid.exportRefused.back')}
        </ButtonLink>
      </p>
    </div>
  )
}
