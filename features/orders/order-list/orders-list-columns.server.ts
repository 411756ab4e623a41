import { timeColumn, moneyColumn } from '#features/machinery/grid/list-parts.server.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { giftKey } from '#features/core/order/gift.ts'
import { moneyCell, timeCell } from '#features/machinery/grid/cells.ts'
import type { ListColumn } from '#features/machinery/grid/list.ts'
import { leadsByDue } from './order-tabs.ts'
import { deliveryWords } from './order-words.ts'
import { isOnTheWay, itemDetail, oversoldText, parcelCell, type Orders } from './orders-list-row.server.ts'

export const orderListColumns = {
  order: { label: 'word.order', cell: (row) => row.order_number, required: true, isKey: true, card: 'key' },
  status: {
    label: 'word.status',
    // Overdue and due today determine the colour of the status.
    cell: (row, { texts }, { status, due }) => ({
      kind: 'status',
      ...status,
      ...(due && due.tone !== 'neutral' ? { tone: due.tone } : {}),
      second: oversoldText(row, texts) ?? due?.text ?? deliveryWords(row.delivery, texts) ?? undefined,
      ...(oversoldText(row, texts) ? { tone: 'bad' } : {}),
    }),
    shown: ({ tab }) => !leadsByDue(tab),
    card: ({ tab }) => (leadsByDue(tab) ? undefined : 'lead'),
  },
  shipBy: {
    label: 'word.shipBy',
    cell: (row, { texts }, { status, due }) => {
      // What is not shipped has a status in place of a time.
      const words = due ?? (row.delivery === 'SHIP' ? null : status)
      return (
        words && {
          kind: 'status',
          ...words,
          ...(oversoldText(row, texts) ? { tone: 'bad' } : {}),
          second: oversoldText(row, texts) ?? (row.status === 'PARTLY_SHIPPED' ? status.text : null),
        }
      )
    },
    sort: { by: ['ship_by'], first: 'ascending', words: 'due' },
    shown: ({ tab }) => leadsByDue(tab),
    card: ({ tab }) => (leadsByDue(tab) ? 'lead' : undefined),
  },
  buyer: {
    label: 'word.buyer',
    cell: ({ buyer_username, buyer_orders: n }, { texts }, { country }) => ({
      kind: 'two-line',
      main: shownBuyer(buyer_username, texts),
      // Returning buyers show their number of orders.
      second: [country, n > 1 ? texts.t('orders.buyerOrders', { n }) : null].filter(Boolean).join(' · ') || null,
    }),
    sort: { by: ['buyer_username'], first: 'ascending' },
    card: 'party',
  },
  item: {
    label: 'orders.column.item',
    cell: (row, on, { item }) => ({
      kind: 'two-line',
      main: item,
      second: itemDetail(row, on),
      image: row.image_url,
    }),
    width: 'wide',
    card: 'title',
  },
  quantity: {
    label: 'word.qty',
    cell: (row, { texts }) => texts.number(row.unit_count),
    sort: { by: ['unit_count'], first: 'descending', words: 'number' },
    align: 'end',
    card: 'count',
  },
  total: {
    ...moneyColumn('total_minor', 'word.total'),
    sort: { by: ['total_value'], first: 'descending', words: 'number' },
    offered: ({ hidesAmounts }) => !hidesAmounts,
    card: 'amount',
  },
  profit: {
    label: 'word.profit',
    cell: (row, on) =>
      row.profit_minor === null
        ? on.texts.t('costs.unknown')
        : moneyCell({ minor: row.profit_minor, currency: row.currency }, on),
    offered: ({ seesMoney }) => seesMoney,
    shown: false,
    align: 'end',
  },
  margin: {
    label: 'costs.column.margin',
    cell: ({ margin_bps: bps }, { texts }) => (bps === null ? null : texts.percent(bps / 10_000)),
    offered: ({ seesMoney }) => seesMoney,
    shown: false,
    align: 'end',
  },
  service: {
    label: 'word.service',
    cell: ({ delivery, shipping_service: service }, { texts }) =>
      [deliveryWords(delivery, texts), service].filter(Boolean).join(' · ') || null,
    // Shown for unshipped orders; for others the parcel column is more useful.
    shown: ({ tab }) => leadsByDue(tab),
    priority: 3,
  },
  placed: { ...timeColumn('placed_at', 'word.placed'), priority: 2 },
  paid: { ...timeColumn('paid_at', 'word.paid'), shown: false, priority: 2 },
  country: {
    label: 'word.country',
    cell: (_row, _on, { country }) => country,
    // Sorted by country code, because names differ by language.
    sort: { by: ['ship_to_country', 'placed_at'], first: 'ascending', words: 'code' },
    offered: ({ detail }) => detail !== 'none',
    shown: false,
  },
  tracking: {
    label: 'word.parcel',
    cell: parcelCell,
    shown: ({ tab }) => tab === 'all' || leadsByDue(tab) || isOnTheWay(tab),
    card: 'line',
  },
  shipped: { label: 'word.shipped', cell: (row, on) => timeCell(row.shipped_at, on), shown: false },
  note: {
    label: 'orders.export.note',
    cell: (row) => row.buyer_note,
    offered: ({ detail }) => detail === 'full',
    shown: false,
    width: 'wide',
  },
  gift: {
    label: 'word.gift',
    cell: ({ gift_message: message, gift_hides_prices: hides }, { texts, place: { detail } }) =>
      hides === null ? null : (detail === 'full' && message) || texts.t(giftKey(hides)),
    shown: false,
    width: 'wide',
  },
  offer: {
    label: 'offers.export.offer',
    cell: ({ offered_less: less, currency }, { texts, place: { hidesAmounts } }) =>
      less === null
        ? null
        : texts.t('orders.offer', { amount: hidesAmounts ? 'none' : texts.money({ minor: less, currency }) }),
    shown: false,
  },
  tags: {
    label: 'orders.export.tags',
    cell: ({ tags }) => (tags.length > 0 ? { kind: 'tags', texts: tags } : null),
    // Hidden by default, because the item's second line shows tags.
    shown: false,
    card: 'line',
  },
  messages: {
    label: 'word.messages',
    cell: ({ messages, is_unread }, { texts }) =>
      is_unread
        ? { kind: 'status', tone: 'warn', text: texts.t('orders.unread', { n: messages }) }
        : messages > 0
          ? texts.number(messages)
          : null,
    offered: ({ mayTalk }) => mayTalk,
    shown: false,
  },
  marketplaceNumber: {
    label: 'word.marketplaceNumber',
    cell: (row) => row.external_id,
    shown: false,
  },
  privateNote: {
    label: 'orders.export.privateNote',
    cell: (row) => row.private_note,
    offered: ({ mayTalk }) => mayTalk,
    shown: false,
    width: 'wide',
  },
} satisfies Record<string, ListColumn<Orders>>
