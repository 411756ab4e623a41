import { data, Form, redirect, replace, useActionData, useLoaderData } from 'react-router'
import { parseParcelKey, type ParcelKey } from '#features/fulfilment/parcel.ts'
import { readCarrier } from '#features/fulfilment/read-ship-form.server.ts'
import { parcelField } from '#features/fulfilment/ship-form.ts'
import { newParcelKey, shipOrders } from '#features/fulfilment/ship-order-db.server.ts'
import type { ParcelsInverse } from '#features/fulfilment/take-back-db.server.ts'
import { isUnshipped, parseOrderNumber, type OrderNumber } from '#features/order/order.ts'
import { withUndo } from '#features/undo/undo.ts'
import { keepUndo } from '#features/undo/undos-db.server.ts'
import { codeOf, textOf } from '#lib/form-fields.ts'
import { pairs } from '#lib/pairs.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { takeFocus } from '#shui/focus.ts'
import { Checkbox, TextField } from '#shui/form/controls.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { lateTexts } from '#texts/late-areas.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { SrtField } from '#web/srt-field.tsx'
import { findOrder } from './order-page.server.ts'
import styles from './tag-orders-page.module.css'

await lateTexts('fulfilment')

/** The orders of one buyer to one address, to be shipped in one parcel. */
export const loader = sellerLoader('orders.ship', async (visit) => {
  const { seller } = visit
  const details = await findOrder(visit)
  const { order, lines, sameParcel } = details
  const detailsHref = paths.orderDetails(order.order_number, visit.url.searchParams.get('from') ?? undefined)
  // What was shipped meanwhile is shown as it is; who was late with their own parcel is told.
  if (!isUnshipped(order.status) && !visit.isAnswer) throw replace(detailsHref)
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const first = { ...order, title: lines[0]?.title ?? null }
  return {
    orders: [first, ...sameParcel].map(
      ({ order_number, title, line_count, total_minor, currency, buyer_note: note }) => ({
        number: order_number,
        title: [title, ...(line_count > 1 ? [texts.t('orders.moreItems', { n: line_count - 1 })] : [])].join(' · '),
        total: texts.money({ minor: total_minor, currency }),
        note: note && texts.t('shipMany.buyerNote', { note }),
      }),
    ),
    buyer: details.buyer.username,
    key: newParcelKey(),
    detailsHref,
  }
})

/** Ships the orders chosen: each has its own parcel, all with the same number. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, member, seller, write } = visit
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const key = parseParcelKey(textOf(form, 'key'))
  const number = parseOrderNumber(visit.url.searchParams.get('orderid'))
  if (!key || !number) throw refuse('malformed')
  // Also what is no longer open: whoever has chosen it is told.
  const chosen = form.getAll('order').filter((value) => typeof value === 'string')
  const numbers = [...new Set(chosen.flatMap((value) => parseOrderNumber(value) ?? []))]
  const values = {
    tracking: codeOf(form, parcelField('tracking', 1)),
    carrier: textOf(form, parcelField('carrier', 1)),
  }
  const errors: FieldErrors<Field> = {}
  const carrier = readCarrier(values, 1, { carriers: hub.config.carriers, texts }, errors)
  if (numbers.length === 0) errors.form = texts.t('ship.together.none')
  if (!carrier || numbers.length === 0) return shown(errors, values, 422)
  const now = hub.now()
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const outcome = await write(async (db) => {
    const parcels = numbers.map((each) => ({ number: each, key: keyFor(key, each) }))
    const wishes = parcels.map(({ number: each, key: own }) => ({
      number: each,
      parcels: [
        { key: own, carrier, trackingNumber: values.tracking || null, shippedAt: now, contents: 'rest' as const },
      ],
    }))
    const outcomes = await shipOrders(db, { sellerId: seller.id, actor, now, wishes })
    const answered = pairs(parcels, outcomes)
    const failed = answered.flatMap(([parcel, { ok }]) => (ok ? [] : [parcel.number]))
    const done = answered.flatMap(([parcel, shipped]) => (shipped.ok && !shipped.repeated ? [parcel] : []))
    if (done.length === 0) return { failed, undo: null }
    const inverse: ParcelsInverse = { parcels: done }
    const step = { kind: 'parcels', step: 'shipTogether', said: { n: done.length }, inverse } as const
    return { failed, undo: await keepUndo(db, { sellerId: seller.id, memberId: member.id, now, ...step }) }
  })
  if (outcome.failed.length > 0)
    return shown({ form: texts.t('ship.together.failed', { numbers: outcome.failed.join(', ') }) }, values, 409)
  const from = visit.url.searchParams.get('from') ?? undefined
  return redirect(withUndo(paths.orderDetails(number, from), outcome.undo), { status: 303 })
})

/** Of each order its own, and the same for the same page: sent twice, it is one parcel. */
const keyFor = (key: ParcelKey, number: OrderNumber) => `${key}${number.replaceAll('-', '')}` as ParcelKey

type Field = ReturnType<typeof parcelField>

const shown = (errors: FieldErrors<Field>, values: { tracking: string; carrier: string }, status: number) =>
  data({ errors, values }, { status })

/** Ships several orders of one buyer in one parcel. */
export default function ShipTogetherPage() {
  const { orders, buyer, key, detailsHref } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const title = t('ship.together.title', { n: orders.length, buyer })
  const [tracking, carrier] = [parcelField('tracking', 1), parcelField('carrier', 1)]
  return (
    <>
      <PageHead title={title} />
      <Form method="post" className={styles.form} replace>
        <SrtField />
        <input type="hidden" name="key" value={key} />
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
                  { text: `${items} · ${total}` },
                  ...(note ? [{ text: ' · ' }, { text: note, styles: ['BOLD'] }] : []),
                ],
              }}
              defaultChecked
            />
          ))}
        </fieldset>
        <TextField
          label={t('ship.tracking')}
          id={tracking}
          name={tracking}
          width="medium"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          defaultValue={answer?.values.tracking}
          error={answer?.errors[tracking]}
          ref={takeFocus}
        />
        <TextField
          label={t('ship.carrier')}
          id={carrier}
          name={carrier}
          width="medium"
          placeholder={t('ship.carrier.guess')}
          defaultValue={answer?.values.carrier}
          error={answer?.errors[carrier]}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            {t('ship.together')}
          </Button>
          <ButtonLink href={detailsHref} kind="quiet">
            {t('ship.close')}
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}
