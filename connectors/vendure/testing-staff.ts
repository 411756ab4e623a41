import type { ShopStaff } from '../testing-contract.ts'
import type { AdminApi } from './admin-api.ts'
import { addFulfillment, addRefund, moveFulfillment, settleRefund } from './queries.ts'
import { fault } from './testing-purchase.ts'

interface Found {
  id: string
  totalWithTax: number
  lines: { id: string; quantity: number }[]
  payments: { id: string; method: string; refunds: { id: string; state: string }[] }[]
}

const orderQuery = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
  id totalWithTax lines { id quantity } payments { id method refunds { id state } } } } }`
const modify = `mutation ($input: ModifyOrderInput!) { modifyOrder(input: $input) { ... on Order { totalWithTax } ${fault} } }`

/** What the staff of a Vendure does with orders. */
export function vendureStaff(api: AdminApi): ShopStaff {
  const find = async (code: string): Promise<Found> => {
    const { orders } = await api.read<{ orders: { items: Found[] } }>(orderQuery, { code })
    const [order] = orders.items
    if (!order) throw new Error(`Vendure has no order ${code}.`)
    return order
  }
  const first = ({ lines }: Found) => {
    const line = lines.find(({ quantity }) => quantity > 0)
    if (!line) throw new Error('The order has no units.')
    return line
  }
  const moveTo = (id: string, state: string) =>
    api.change(
      `mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) { __typename ${fault} } }`,
      { id, state },
    )
  const fulfil = async (lines: Found['lines'], trackingNumber: string) => {
    const input = {
      lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
      handler: {
        code: 'manual-fulfillment',
        arguments: [
          { name: 'method', value: 'Royal Mail' },
          { name: 'trackingCode', value: trackingNumber },
        ],
      },
    }
    const { id } = await api.change<{ id: string }>(addFulfillment, { input })
    await api.change(moveFulfillment, { id, state: 'Shipped' })
    return id
  }
  return {
    async correctAddress(code, line1) {
      const { id } = await find(code)
      await moveTo(id, 'Modifying')
      await api.change(modify, { input: { orderId: id, dryRun: false, updateShippingAddress: { streetLine1: line1 } } })
      await moveTo(id, 'PaymentSettled')
    },
    async ship(code, trackingNumber) {
      const { id } = first(await find(code))
      await fulfil([{ id, quantity: 1 }], trackingNumber)
    },
    async refund(code, minor) {
      const { payments } = await find(code)
      const parts = { lines: [], shipping: 0, adjustment: 0 }
      const input = { ...parts, paymentId: payments[0]?.id, amount: minor, reason: 'Scratched' }
      const made = await api.change<{ id: string; state: string }>(addRefund, { input })
      if (made.state === 'Pending') await api.change(settleRefund, { input: { id: made.id, transactionId: 'r' } })
    },
    async takeAway(code) {
      const found = await find(code)
      const input = { orderId: found.id, lines: [{ orderLineId: first(found).id, quantity: 1 }], reason: 'Broken' }
      await api.change(`mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ${fault} } }`, {
        input,
      })
    },
    async takeBack(code) {
      const found = await find(code)
      const [longest] = found.lines.toSorted((a, b) => b.quantity - a.quantity)
      if (!longest) throw new Error('The order has no lines.')
      await moveTo(found.id, 'Modifying')
      const adjustOrderLines = [{ orderLineId: longest.id, quantity: longest.quantity - 1 }]
      const input = { orderId: found.id, adjustOrderLines }
      const planned = await api.change<Found>(modify, { input: { ...input, dryRun: true } })
      const amount = found.totalWithTax - planned.totalWithTax
      const refunds = [{ paymentId: found.payments[0]?.id, amount, reason: 'Taken away' }]
      await api.change(modify, { input: { ...input, dryRun: false, refunds } })
      for (const { id, state } of (await find(code)).payments.flatMap((each) => each.refunds))
        if (state === 'Pending') await api.change(settleRefund, { input: { id, transactionId: 'r' } })
      await moveTo(found.id, 'PaymentSettled')
    },
    async add(code) {
      const found = await find(code)
      const { id, quantity } = first(found)
      await moveTo(found.id, 'Modifying')
      const adjustOrderLines = [{ orderLineId: id, quantity: quantity + 1 }]
      await api.change(modify, { input: { orderId: found.id, dryRun: false, adjustOrderLines } })
      await moveTo(found.id, 'ArrangingAdditionalPayment')
      const input = { orderId: found.id, method: 'cash', transactionId: 'more', metadata: {} }
      await api.change(
        `mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { __typename ${fault} } }`,
        { input },
      )
      await moveTo(found.id, 'PaymentSettled')
    },
    async handOver(code) {
      const { lines } = await find(code)
      const id = await fulfil(lines, '')
      await api.change(moveFulfillment, { id, state: 'Delivered' })
    },
  }
}
