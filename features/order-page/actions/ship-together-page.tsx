import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { useEffect } from 'react'
import { data, redirect, replace, useActionData, useLoaderData } from '#web/router/router.ts'
import { parseParcelKey, type ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { readCarrier } from '#features/shipping/fulfilment/read-ship-form.server.ts'
import { parcelField } from '#features/shipping/fulfilment/ship-form.ts'
import { readSameParcelOrders } from '#features/orders/order-list/same-parcel-db.server.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { undoToast, withUndo } from '#features/machinery/undo/undo.ts'
import { codeOf, textOf } from '#lib/form-fields.ts'
import { brand } from '#lib/brand.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { takeFocus } from '#shui/focus.ts'
import { Checkbox, TextField } from '#shui/form/controls.tsx'
import { showToast, type ToastModel } from '#shui/toast/toast.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { revalidateAsAnswered, type RevalidateChoice } from '#web/revalidate.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { PageForm } from '#web/page-form.tsx'
import { findOrder } from '#features/order-page/read/order-page.server.ts'
import { notAllWords, shipTogether } from './ship-together.server.ts'
import styles from '#web/narrow-form.module.css'

await loadTexts('fulfilment')

/** Loads a buyer's open orders to one address, to ship in one parcel. */
export const loader = sellerLoader('orders.ship', async (visit) => {
  const { read, seller } = visit
  const { order } = await findOrder(visit)
  const open = await read((db) => readSameParcelOrders(db, { sellerId: seller.id, orderId: order.id }))
  const detailsHref = paths.orderDetails(order.order_number, visit.url.searchParams.get('from') ?? undefined)
  // If nothing is left to ship, show the order, except after a submit, which shows its error.
  if (open.length === 0 && !visit.isAnswer) throw replace(detailsHref)
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  return {
    orders: open.map(({ order_number, title, open_lines, total_minor, currency, buyer_note: note }) => ({
      number: order_number,
      title: [title, ...(open_lines > 1 ? [texts.t('orders.moreItems', { n: open_lines - 1 })] : [])].join(' · '),
      total: mayDo(seller.role, 'amounts.view') ? texts.money({ minor: total_minor, currency }) : null,
      note: note && texts.t('shipMany.buyerNote', { note }),
    })),
    buyer: shownBuyer(order.buyer_username, texts),
    key: newParcelKey(),
    detailsHref,
  }
})

/** Ships the chosen orders as parcels with the same number, and reports those that were not shipped. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, seller, url } = visit
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const key = parseParcelKey(textOf(form, 'key'))
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  if (!key || !number) throw refuse('malformed')
  // Includes orders no longer open, to report them.
  const chosen = form.getAll('order').filter((value) => typeof value === 'string')
  const numbers = [...new Set(chosen.flatMap((value) => parseOrderNumber(value) ?? []))]
  const values = {
    tracking: codeOf(form, parcelField('tracking', 1)),
    carrier: textOf(form, parcelField('carrier', 1)),
  }
  const errors: FieldErrors<Field> = {}
  const carrier = readCarrier(values, 1, { carriers: hub.config.carriers, texts }, errors)
  if (numbers.length === 0) errors.form = texts.t('ship.together.none')
  if (!carrier || numbers.length === 0)
    return data<TogetherAnswer>({ values, errors, key, shipped: 0, toast: null }, { status: 422 })
  const now = hub.now()
  const parcel = { carrier, trackingNumber: values.tracking || null, shippedAt: now, contents: 'rest' as const }
  const requests = numbers.map((each) => ({ number: each, parcels: [{ ...parcel, key: keyFor(key, each) }] }))
  const { shipped, refused, undo } = await shipTogether(visit, { requests, now })
  const back = paths.orderDetails(number, url.searchParams.get('from') ?? undefined)
  if (refused.length === 0) return redirect(withUndo(back, undo?.id ?? null), { status: 303 })
  const { order } = await findOrder(visit)
  const open = await visit.read((db) => readSameParcelOrders(db, { sellerId: seller.id, orderId: order.id }))
  const answer: TogetherAnswer = {
    values,
    errors: { form: notAllWords({ shipped, refused }, texts) },
    shipped: shipped.length,
    // The next submit is another parcel.
    key: newParcelKey(),
    toast: undo ? undoToast({ ids: [undo.id], step: undo.step, said: undo.said }, texts) : null,
    // With nothing left the page redirects and would not show this.
    readAgain: open.length > 0,
  }
  return data<TogetherAnswer>(answer, { status: shipped.length > 0 ? 200 : 409 })
})

/** Key derived from page and order, so that a repeated submit is idempotent. */
const keyFor = (key: ParcelKey, number: OrderNumber) => brand<ParcelKey>(`${key}${number.replaceAll('-', '')}`)

type Field = ReturnType<typeof parcelField>

interface TogetherAnswer extends RevalidateChoice {
  values: { tracking: string; carrier: string }
  errors: FieldErrors<Field>
  key: ParcelKey
  shipped: number
  toast: ToastModel | null
}

/** Also revalidates after a refusal if other orders are still open. */
export const shouldRevalidate = revalidateAsAnswered

export default function ShipTogetherPage() {
  const { orders: open, buyer, key, detailsHref } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  useEffect(() => {
    if (answer?.toast) showToast(answer.toast)
  }, [answer])
  const orders = answer?.readAgain === false ? [] : open
  const [tracking, carrier] = [parcelField('tracking', 1), parcelField('carrier', 1)]
  const close = (
    <ButtonLink href={detailsHref} kind="quiet">
      {t('word.close')}
    </ButtonLink>
  )
  if (orders.length === 0)
    return (
      <>
        <PageHead title={t('shipMany.title.shipped', { n: answer?.shipped ?? 0 })} />
        <FormErrors errors={answer?.errors} />
        <div className={styles.buttons}>{close}</div>
      </>
    )
  return (
    <>
      <PageHead title={t('ship.together.title', { n: orders.length, buyer })} />
      <PageForm className={styles.form} replace>
        <input type="hidden" name="key" value={answer?.key ?? key} />
        <FormErrors errors={answer?.errors} />
        <fieldset className={styles.orders}>
          <legend className={styles.hint}>{t('ship.together.hint')}</legend>
          {orders.map(({ number, title: items, total, note }) => (
            <Checkbox
              key={number}
              name="order"
              value={number}
              label={number}
              hint={{
                textSpans: [
                  { text: [items, total].filter(Boolean).join(' · ') },
                  ...(note ? [{ text: ' · ' }, { text: note, styles: ['BOLD'] }] : []),
                ],
              }}
              defaultChecked
            />
          ))}
        </fieldset>
        <TextField
          label={t('word.trackingNumber')}
          {...fieldOf(tracking, answer?.errors, answer?.values.tracking)}
          width="medium"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          ref={takeFocus}
        />
        <TextField
          label={t('word.carrier')}
          {...fieldOf(carrier, answer?.errors, answer?.values.carrier)}
          width="medium"
          placeholder={t('ship.carrier.guess')}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            {t('ship.together')}
          </Button>
          {close}
        </div>
      </PageForm>
    </>
  )
}
