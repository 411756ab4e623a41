import { Button } from '#shui/button/button.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import type { HubCase, HubOrder } from '../hub-types.ts'
import { minorOf } from '../store/offers.ts'
import { storeHref } from './browse.tsx'
import { Frame } from './frame.tsx'
import { OrderRequest, OrderRequests, type OrderProps } from './order-requests.tsx'
import { OrderState, orderHref } from './orders.tsx'
import styles from './orders.module.css'
import { Messages } from './questions.tsx'
import { Sums } from './sums.tsx'
import { caseStates, caseSteps, dayOf, momentOf, parcelStates, price, priceOf, type CaseStepName } from './words.ts'

export function OrderPage(props: OrderProps) {
  const { frame, order, seller, notice } = props
  return (
    <Frame frame={frame} title={`Order ${order.order?.number ?? ''}`.trim()} notice={notice}>
      <p className={styles.up}>
        <a href="/orders">My orders</a>
      </p>
      <header className={styles.head}>
        <h1 className={styles.title}>{order.order ? `Order ${order.order.number}` : 'Your order'}</h1>
        <div data-live="state">
          <OrderState order={order} />
        </div>
      </header>
      <p className={styles.small}>
        {dayOf(order.placedAt)} · {seller ? <a href={storeHref(seller)}>{seller.displayName}</a> : order.seller}
      </p>
      {order.order ? (
        <Whole {...props} order={order} told={order.order} />
      ) : (
        <p className={styles.panel}>
          The seller has not confirmed it yet. It is sent again by itself, and is ordered once only.
        </p>
      )}
    </Frame>
  )
}

function Whole(props: OrderProps & { told: HubOrder }) {
  const { told, cases } = props
  return (
    <div className={styles.columns}>
      <div data-live="course">
        <Lines told={told} />
        <Parcels {...props} />
        <MoneyBack told={told} />
        {cases.map((each) => (
          <Case key={each.number} {...props} found={each} />
        ))}
      </div>
      <div>
        <Talk {...props} />
        <div data-live="requests">
          <OrderRequests {...props} />
        </div>
      </div>
    </div>
  )
}

function Lines({ told }: { told: HubOrder }) {
  return (
    <section className={styles.panel}>
      <h2>What you ordered</h2>
      <ul className={styles.lines}>
        {told.lines.map((line) => (
          <li key={line.line}>
            <span>
              {line.quantity} × <a href={`/items/${line.item}`}>{line.title}</a>
              {line.variation ? ` (${line.variation})` : ''}
              {line.quantity > 1 ? <small>{price(line.unitPrice)} each</small> : null}
            </span>
            <span className={styles.figure}>
              {priceOf(minorOf(line.unitPrice) * line.quantity, line.unitPrice.currency)}
            </span>
          </li>
        ))}
      </ul>
      <Sums
        rows={[
          ...(minorOf(told.discount) > 0
            ? [['Discount', priceOf(-minorOf(told.discount), told.discount.currency)] as [string, string]]
            : []),
          ['Postage', price(told.shipping)],
          ['Total', price(told.total)],
        ]}
      />
    </section>
  )
}

function Parcels(props: OrderProps & { told: HubOrder }) {
  const { parcels, shipBy, status } = props.told
  return (
    <section className={styles.panel}>
      <h2>Parcels</h2>
      {parcels.length === 0 ? (
        <p className={styles.small}>
          {status === 'AWAITING_SHIPMENT' && shipBy ? `The seller sends it by ${dayOf(shipBy)}.` : 'None yet.'}
        </p>
      ) : (
        <ul className={styles.course}>
          {parcels.map((parcel) => (
            <li key={parcel.id}>
              <strong>{[parcel.carrier, parcel.trackingNumber].filter(Boolean).join(' ')}</strong>
              <span>
                {parcelStates[parcel.state] ?? parcel.state}
                {parcel.shippedAt ? ` · sent ${momentOf(parcel.shippedAt)}` : ''}
                {parcel.deliveredAt ? ` · arrived ${momentOf(parcel.deliveredAt)}` : ''}
              </span>
              {['SHIPPED', 'IN_TRANSIT'].includes(parcel.state) ? <Arrived {...props} parcel={parcel.id} /> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** In the demo no carrier delivers: the buyer confirms arrival. */
function Arrived({ frame, order, requestId, parcel }: OrderProps & { parcel: string }) {
  return (
    <form action={orderHref(order.id)} method="post" className={styles.form}>
      <OrderRequest frame={frame} step="arrived" requestId={requestId} />
      <input type="hidden" name="parcel" value={parcel} />
      <Button type="submit" size="small">
        It has arrived (demo: plays the carrier)
      </Button>
    </form>
  )
}

const refundStates = { PENDING: 'on its way', REFUNDED: 'paid back', FAILED: 'did not go through' } as const

function MoneyBack({ told: { refunds, cancellation } }: { told: HubOrder }) {
  if (refunds.length === 0 && !cancellation) return null
  return (
    <section className={styles.panel}>
      <h2>{cancellation ? 'Cancellation and refunds' : 'Refunds'}</h2>
      <ul className={styles.course}>
        {cancellation ? (
          <li>
            <strong>{cancellationWords(cancellation)}</strong>
          </li>
        ) : null}
        {refunds.map((refund) => (
          <li key={refund.id}>
            <strong>{price(refund.amount)}</strong>
            <span>
              {refundStates[refund.state]}
              {refund.refundedAt ? `, ${momentOf(refund.refundedAt)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function cancellationWords({ state, respondBy, closedAt, initiator }: NonNullable<HubOrder['cancellation']>): string {
  if (!closedAt && initiator === 'BUYER' && respondBy)
    return `You asked to cancel. The seller answers by ${momentOf(respondBy)}.`
  if (state === 'CLOSED_FOR_COMMITMENT' || state === 'DECLINED') return 'The seller did not cancel: the order stands.'
  return closedAt ? 'The order is cancelled.' : 'The order is being cancelled.'
}

function Case({ frame, order, requestId, found }: OrderProps & { found: HubCase }) {
  const state = caseStates[found.state] ?? { text: found.state }
  const title = found.kind === 'RETURN' ? 'Return' : 'Not received'
  return (
    <section className={styles.panel} aria-label={`${title} ${found.number}`}>
      <h2>
        {title} {found.number}
      </h2>
      <Status tone={found.closedAt ? 'neutral' : 'warn'} text={state.text} />
      <p>{found.message}</p>
      {found.offerPercent && !found.closedAt ? <p>The offer: {found.offerPercent} % of the price.</p> : null}
      {found.refund ? <p>Money back: {price(found.refund)}</p> : null}
      {found.photos.length > 0 ? (
        <ul className={styles.photos}>
          {found.photos.map(({ picture }) => (
            <li key={picture}>
              <img src={`${orderHref(order.id)}/photos/${picture}`} alt="What you showed the seller" />
            </li>
          ))}
        </ul>
      ) : null}
      {state.steps && !found.closedAt ? <Steps {...{ frame, order, requestId, found }} steps={state.steps} /> : null}
    </section>
  )
}

interface StepsProps extends Pick<OrderProps, 'frame' | 'order' | 'requestId'> {
  found: HubCase
  steps: readonly CaseStepName[]
}

function Steps({ frame, order, requestId, found, steps }: StepsProps) {
  return (
    <form action={orderHref(order.id)} method="post" className={styles.form}>
      <OrderRequest frame={frame} step="case" requestId={requestId} />
      <input type="hidden" name="case" value={found.number} />
      {steps.includes('send-back') ? (
        <>
          <TextField label="Carrier" name="carrier" width="medium" maxLength={60} optional />
          <TextField label="Tracking number" name="tracking" width="medium" maxLength={60} optional />
        </>
      ) : null}
      <p className={styles.buttons}>
        {steps.map((step) => (
          <Button key={step} type="submit" name="move" value={step} size="small">
            {caseSteps[step]}
          </Button>
        ))}
      </p>
    </form>
  )
}

function Talk({ frame, order, seller, messages, requestId }: OrderProps) {
  return (
    <section className={styles.panel}>
      <h2>Questions and answers</h2>
      <Messages messages={messages} seller={seller} />
      <form action={orderHref(order.id)} method="post" className={styles.form}>
        <OrderRequest frame={frame} step="ask" requestId={requestId} />
        <TextAreaField label="Ask the seller" name="text" required maxLength={2000} rows={2} />
        <Button type="submit">Send</Button>
      </form>
    </section>
  )
}
