import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Status } from '#shui/status/status.tsx'
import type { HubSeller } from '../hub-types.ts'
import type { MarketOrder } from '../store/orders.ts'
import { Frame, type FrameModel, type Notice } from './frame.tsx'
import styles from './orders.module.css'
import { count, dayOf, orderStates, price } from './words.ts'

export interface OrderWithSeller {
  order: MarketOrder
  seller: HubSeller | null
}

export interface OrdersProps {
  frame: FrameModel
  orders: OrderWithSeller[]
  notice: Notice | null
}

export function OrdersPage({ frame, orders, notice }: OrdersProps) {
  return (
    <Frame frame={frame} title="My orders" notice={notice}>
      <h1 className={styles.title}>My orders</h1>
      {orders.length === 0 ? (
        <Empty
          title="You have not ordered anything yet"
          hint="What you order stands here, with its parcels and all else."
        >
          <ButtonLink href="/search">Look around</ButtonLink>
        </Empty>
      ) : (
        <ul className={styles.list} data-live="orders">
          {orders.map(({ order, seller }) => (
            <li key={order.id}>
              <a href={orderHref(order.id)}>
                <strong>{titleOf(order)}</strong>
                <span>
                  {seller?.displayName ?? order.seller} · {dayOf(order.placedAt)}
                </span>
              </a>
              <OrderState order={order} />
              <span className={styles.figure}>{order.order ? price(order.order.total) : ''}</span>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

export const orderHref = (id: string) => `/orders/${encodeURIComponent(id)}`

function titleOf({ order, body }: MarketOrder): string {
  const [first, ...others] = order?.lines ?? []
  if (!first) return count(body.lines.length, 'item')
  return others.length > 0 ? `${first.title} and ${count(others.length, 'other thing')}` : first.title
}

export function OrderState({ order: { order } }: { order: MarketOrder }) {
  const state = order ? (orderStates[order.status] ?? { text: order.status, tone: 'neutral' as const }) : null
  return <Status tone={state?.tone ?? 'warn'} text={state?.text ?? 'Being sent to the seller'} />
}
