import { paths } from '#web/paths.ts'
import { orderTabHref, ordersHref } from '#features/orders/orders-list.server.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { timeLeft } from '#texts/time-left.ts'
import type { Todo, TodoBounds, TodoKind, TodoList } from './todo.ts'

/** A line of the list of what is to do. */
export interface TodoModel {
  /** Identifies the line on the page. */
  key: string
  due: { text: string; tone: StatusTone }
  title: string
  /** The order's number, where the title has one. */
  number: string | null
  /** The order's item, in its own writing direction, and how many more there are. */
  item: { title: string; more: string | null } | null
  /** Further facts: buyer, money, last day. */
  facts: string[]
  /** `label` is the whole name of the link, `text` what is seen of it. */
  action: { href: string; text: string; label: string }
}

export interface TodoListModel {
  count: string | null
  todos: TodoModel[]
}

/** Shows what is to do, in the reader's language and the shop's time. */
export function todoListModel(list: TodoList, bounds: TodoBounds, texts: Texts): TodoListModel {
  const { open, late } = list
  const counts = { open: texts.number(open), late: texts.number(late) }
  return {
    count: open === 0 ? null : texts.t(late > 0 ? 'todo.count' : 'todo.countOpen', counts),
    todos: list.todos.map((todo) => ({
      ...(todo.type === 'order' ? orderLine(todo, texts) : groupLine(todo, texts)),
      due: dueModel(todo.dueAt, bounds, texts),
    })),
  }
}

function dueModel(dueAt: Date | null, { now, tomorrow }: TodoBounds, texts: Texts): TodoModel['due'] {
  if (!dueAt) return { text: texts.t('due.none'), tone: 'neutral' }
  const { late, unit, count } = timeLeft(dueAt, now, texts.timeZone)
  const tone = late ? 'bad' : dueAt < tomorrow ? 'warn' : 'neutral'
  return { text: texts.t(late ? 'due.late' : 'due.left', { unit, n: count }), tone }
}

type Line = Omit<TodoModel, 'due'>

function orderLine({ order, kind, dueAt }: Todo & { type: 'order' }, texts: Texts): Line {
  const { t } = texts
  const title = t(orderTitles[kind], { number: order.orderNumber })
  return {
    key: order.orderNumber,
    title,
    number: order.orderNumber,
    item:
      order.title === null
        ? null
        : { title: order.title, more: order.lines > 1 ? t('todo.moreItems', { n: order.lines - 1 }) : null },
    facts: [order.buyer, texts.money(order.total), ...cancelUntil(kind, dueAt, texts)],
    action: { href: paths.orderDetails(order.orderNumber), text: t('todo.open'), label: `${t('todo.open')}: ${title}` },
  }
}

function groupLine(todo: Todo & { type: 'group' }, texts: Texts): Line {
  const { t } = texts
  const { kind, orders, all, totals, dueAt } = todo
  const title = groupTitle(kind, orders, dueAt, texts)
  const show = t(all > orders ? 'todo.showAll' : 'todo.show', { n: texts.number(all) })
  return {
    key: kind,
    title,
    number: null,
    item: null,
    facts: [
      t('todo.inAll', { total: texts.list(totals.map((total) => texts.money(total))) }),
      ...cancelUntil(kind, dueAt, texts),
    ],
    action: { href: groupHref(kind), text: show, label: `${show}: ${title}` },
  }
}

const orderTitles = {
  'ship-overdue': 'todo.ship',
  'ship-today': 'todo.ship',
  'ship-tomorrow': 'todo.ship',
  cancellation: 'todo.answer',
  unpaid: 'todo.unpaid',
} as const satisfies Record<TodoKind, string>

function groupTitle(kind: TodoKind, n: number, dueAt: Date | null, { t, moment }: Texts): string {
  switch (kind) {
    case 'ship-overdue':
      return t('todo.shipLate', { n })
    case 'ship-today':
      return t('todo.shipToday', { n, time: dueAt ? moment(dueAt, 'time') : '' })
    case 'ship-tomorrow':
      return t('todo.shipTomorrow', { n })
    case 'cancellation':
      return t('todo.answerMore', { n })
    case 'unpaid':
      return t('todo.unpaidMany', { n })
  }
}

/** Exactly the orders of a kind, in the grid. */
function groupHref(kind: TodoKind): string {
  switch (kind) {
    case 'ship-overdue':
      return orderTabHref('overdue')
    case 'ship-today':
      return orderTabHref('due-today')
    case 'ship-tomorrow':
      return ordersHref({ status: ['awaiting-shipment'], shipBy: ['tomorrow'] })
    case 'cancellation':
      return orderTabHref('cancellation-requested')
    case 'unpaid':
      return ordersHref({ status: ['awaiting-payment'], placed: ['cancellable'] })
  }
}

function cancelUntil(kind: TodoKind, dueAt: Date | null, { t, moment }: Texts): string[] {
  return kind === 'unpaid' && dueAt ? [t('todo.cancelUntil', { date: moment(dueAt, 'date') })] : []
}
