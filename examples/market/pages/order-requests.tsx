import type { ReactNode } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import type { HubCase, HubMessage, HubOrder, HubSeller } from '../hub-types.ts'
import type { LeftFeedback, MarketOrder } from '../store/orders.ts'
import { Token, type FrameModel, type Notice } from './frame.tsx'
import { orderHref } from './orders.tsx'
import styles from './orders.module.css'
import { cancelReasons, count, momentOf, returnReasons } from './words.ts'

export interface OrderProps {
  frame: FrameModel
  order: MarketOrder
  seller: HubSeller | null
  messages: HubMessage[]
  cases: HubCase[]
  feedback: LeftFeedback | null
  /** Idempotency key of the page's forms. */
  requestId: string
  notice: Notice | null
}

export function OrderRequest({ frame, step, requestId }: { frame: FrameModel; step: string; requestId: string }) {
  return (
    <>
      <Token frame={frame} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="requestId" value={requestId} />
    </>
  )
}

/** Actions available to the buyer in the order's state. */
export function OrderRequests(props: OrderProps & { told: HubOrder }) {
  const { told, feedback } = props
  const isSent = told.parcels.length > 0
  const isOver = ['CANCELLED', 'REFUNDED'].includes(told.status)
  const canCancel = !isSent && told.cancelState === 'NONE_REQUESTED' && !isOver
  return (
    <>
      {canCancel ? <Cancel {...props} /> : null}
      {told.status === 'DELIVERED' ? <SendBack {...props} /> : null}
      {isSent && !isOver && told.status !== 'DELIVERED' ? <Missing {...props} /> : null}
      {feedback ? <GivenFeedback {...props} feedback={feedback} /> : isSent || isOver ? <Feedback {...props} /> : null}
    </>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.panel}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

const optionsOf = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => ({ value, label }))

function Cancel({ frame, order, requestId }: OrderProps) {
  return (
    <Fold title="Ask to cancel">
      <form action={orderHref(order.id)} method="post" className={styles.form}>
        <OrderRequest frame={frame} step="cancel" requestId={requestId} />
        <SelectField label="Why" name="reason" options={optionsOf(cancelReasons)} />
        <Button type="submit">Ask the seller to cancel</Button>
      </form>
    </Fold>
  )
}

function WhichLine({ told }: { told: HubOrder }) {
  return (
    <>
      <SelectField
        label="What"
        name="line"
        options={told.lines.map((line) => ({ value: String(line.line), label: `${line.quantity} × ${line.title}` }))}
      />
      {told.lines.some(({ quantity }) => quantity > 1) ? (
        <TextField label="How many" name="quantity" type="number" min={1} defaultValue="1" width="short" />
      ) : (
        <input type="hidden" name="quantity" value="1" />
      )}
    </>
  )
}

function SendBack({ frame, order, requestId, told }: OrderProps & { told: HubOrder }) {
  return (
    <Fold title="Send something back">
      <form action={orderHref(order.id)} method="post" encType="multipart/form-data" className={styles.form}>
        <OrderRequest frame={frame} step="return" requestId={requestId} />
        <WhichLine told={told} />
        <SelectField label="Why" name="reason" options={optionsOf(returnReasons)} />
        <TextAreaField label="What is wrong" name="message" required maxLength={1000} />
        <TextField label="A photo" name="photo" type="file" accept="image/jpeg,image/png,image/webp" optional />
        <Button type="submit">Ask for the return</Button>
      </form>
    </Fold>
  )
}

function Missing({ frame, order, requestId, told }: OrderProps & { told: HubOrder }) {
  return (
    <Fold title="It has not come">
      <form action={orderHref(order.id)} method="post" className={styles.form}>
        <OrderRequest frame={frame} step="missing" requestId={requestId} />
        <WhichLine told={told} />
        <TextAreaField label="What you know of it" name="message" required maxLength={1000} />
        <Button type="submit">Tell the seller</Button>
      </form>
    </Fold>
  )
}

function Feedback({ frame, order, requestId }: OrderProps) {
  return (
    <Fold title="Leave feedback">
      <form action={orderHref(order.id)} method="post" className={styles.form}>
        <OrderRequest frame={frame} step="feedback" requestId={requestId} />
        <fieldset className={styles.stars}>
          <legend>How was it</legend>
          {[5, 4, 3, 2, 1].map((stars) => (
            <Checkbox
              key={stars}
              type="radio"
              name="stars"
              value={stars}
              label={count(stars, 'star')}
              defaultChecked={stars === 5}
            />
          ))}
        </fieldset>
        <TextAreaField label="In your words" name="comment" maxLength={500} optional />
        <Button type="submit">Leave feedback</Button>
      </form>
    </Fold>
  )
}

function GivenFeedback({ feedback, seller }: OrderProps & { feedback: LeftFeedback }) {
  const { stars, comment, reply } = feedback
  return (
    <section className={styles.panel}>
      <h2>Your feedback</h2>
      <p>
        {count(stars, 'star')}
        {comment ? `: ${comment}` : ''}
      </p>
      {reply ? (
        <>
          <p className={styles.small}>
            {seller?.displayName ?? 'The seller'} answered · {momentOf(reply.at)}
          </p>
          <p className={styles.said}>{reply.text}</p>
        </>
      ) : null}
    </section>
  )
}
