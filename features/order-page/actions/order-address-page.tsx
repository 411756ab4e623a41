import { data, redirect, replace, useActionData, useLoaderData } from '#web/router/router.ts'
import { AddressPanel, type AddressAnswer } from '#features/orders/order-address/address-panel.tsx'
import { addressLinesOf, addressPanelModel } from '#features/orders/order-address/address-panel-view.ts'
import { addressState, changeAddress } from '#features/orders/order-address/change-address-db.server.ts'
import { readAddressForm } from '#features/orders/order-address/read-address-form.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { revalidateAsAnswered } from '#web/revalidate.ts'
import { refuse } from '#web/refusals.ts'
import { readOrderPage } from '#features/order-page/read/order-page.server.ts'
import { OrderView } from '#features/order-page/details/order-view.tsx'

await loadTexts('order')

export const loader = sellerLoader('orders.ship', async (visit) => {
  const { details, page } = await readOrderPage(visit)
  // If the order has shipped, show it as it is, except after a submit, which shows its error.
  const { address } = details
  if (address === null || (page.addressHref === null && !visit.isAnswer)) throw replace(page.detailsHref)
  const texts = textsFor(visit.texts.locale, visit.seller.timeZone)
  return { page, panel: addressPanelModel({ ...details, address }, { seen: addressState(address), texts }) }
})

/** Changes the address and redirects to the order; returns the form if it is invalid. */
export const action = sellerAction('orders.ship', async (visit) => {
  const { form, hub, seller, member, url } = visit
  const number = parseOrderNumber(url.searchParams.get('orderid'))
  if (!number) throw refuse('malformed')
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const { t } = texts
  const seen = textOf(form, 'seen')
  const read = readAddressForm(form, texts)
  const shown = (answer: Omit<AddressAnswer, 'values'>, status: number) =>
    data<AddressAnswer>({ values: read.values, seen, ...answer }, { status })
  if (!read.ok) return shown({ errors: read.errors }, 422)
  const { shipTo, reason } = read
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const outcome = await hub.db.asOwnerFor(seller.id, (db) =>
    changeAddress(db, { sellerId: seller.id, number, shipTo, reason, seen, actor, now: hub.now() }),
  )
  if (outcome.ok)
    return redirect(paths.orderDetails(number, url.searchParams.get('from') ?? undefined), { status: 303 })
  switch (outcome.reason) {
    case 'unknown':
      throw refuse('not-found')
    case 'changed-meanwhile': {
      const address = addressLinesOf(outcome.now, texts)
      // The member has now seen the newer address; saving again replaces it.
      return shown(
        { errors: { form: t('order.address.changedMeanwhile', { address }) }, seen: addressState(outcome.now) },
        409,
      )
    }
    case 'no-parcel':
    case 'shipped':
    case 'closed':
      return shown({ errors: { form: t(`order.address.error.${outcome.reason}`) } }, 409)
  }
})

/** Also revalidates if the address changed or the order shipped. */
export const shouldRevalidate = revalidateAsAnswered

export default function OrderAddressPage() {
  const { page, panel } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={t('order.name.address', { order: page.model.title })} />
      <OrderView
        {...page}
        addressHref={null}
        addressPanel={
          <AddressPanel key={page.detailsHref} model={panel} answer={answer} closeHref={page.detailsHref} />
        }
      />
    </>
  )
}
