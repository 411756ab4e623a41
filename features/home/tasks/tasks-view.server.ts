import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { DueState } from '#features/core/order/order.ts'
import { orderTabHref, shipAllHref } from '#features/orders/order-list/orders-list.server.ts'
import { hour } from '#lib/duration.ts'
import type { MoneySum } from '#lib/money.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { timeLeft } from '#texts/time-left.ts'
import type { Texts } from '#texts/texts.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { paths } from '#web/paths.ts'
import { dueSummary } from './due-summary.ts'
import { findTaskKind, taskKinds } from './kinds.server.ts'
import type { DueTasks } from './tasks-db.server.ts'
import type { TaskAction, TaskIcon, TaskKind, TaskReader, TaskShowing } from '#features/core/task/task-kind.ts'
import {
  countOf,
  moneyOf,
  type Task,
  type TaskEntry,
  type TaskSection,
  type TaskSum,
} from '#features/core/task/task.ts'

export interface TaskLineModel {
  key: string
  icon: TaskIcon
  /** `full` is the time with its zone. */
  due: { text: string; tone: StatusTone; full: string | null }
  title: string
  /** The order's number, if the title contains it. */
  number: string | null
  href: string
  /** Title of the order's item, isolated for its writing direction, and the number of further items. */
  item: { title: string; more: string | null } | null
  facts: readonly string[]
  /** The amount at stake in the main currency, and in others; null if the reader may not see it. */
  money: { main: string; others: string | null } | null
  action: TaskAction | null
}

export interface TaskSectionModel {
  key: string
  title: string
  isLate: boolean
  count: string
  /** Amount at stake in the whole section; null if the reader may not see it. */
  money: string | null
  lines: TaskLineModel[]
}

export type TasksQuery = ReturnType<typeof readTasksQuery>

/** Parses the query parameters; unknown values are ignored. */
export function readTasksQuery(params: URLSearchParams, role: Role) {
  const byMoney = params.get('sort') === 'money' && mayDo(role, 'amounts.view')
  return { kind: findTaskKind(params.get('kind')), byMoney }
}

const tasksHref = ({ kind, byMoney }: TasksQuery) =>
  paths.tasks({ kind: kind?.id, sort: byMoney ? 'money' : undefined })

interface ChoiceModel {
  key: string
  label: string
  count: string | null
  href: string
  active: boolean
}

export type TasksFrameModel = ReturnType<typeof tasksFrame>

/** What is late, and what else is due today. */
export function dueIn(sums: readonly TaskSum[]): DueTasks {
  const of = (state: DueState) => countOf(sums.filter(({ due }) => due === state))
  return { late: of('overdue'), today: of('today') }
}

export function tasksFrame(
  sums: readonly TaskSum[],
  query: TasksQuery,
  { texts, role, now }: TaskShowing & { now: Date },
) {
  const { t, number } = texts
  const seesAmounts = mayDo(role, 'amounts.view')
  const filtered = sums.filter(({ kind }) => query.kind === null || kind === query.kind.id)
  const chip = (kind: TaskKind | null, tasks: number): ChoiceModel => ({
    key: kind?.id ?? 'all',
    label: t(kind?.label ?? 'word.all'),
    count: number(tasks),
    href: tasksHref({ ...query, kind }),
    active: query.kind === kind,
  })
  const counted = taskKinds.map((kind) => [kind, countOf(sums.filter((sum) => sum.kind === kind.id))] as const)
  const lateParcels = countOf(sums.filter(({ kind, due }) => kind === 'ship' && due === 'overdue'))
  const lateText = t('tasks.ship.doLate', { n: number(lateParcels) })
  return {
    note: t('tasks.note', { due: dueSummary(dueIn(sums), texts), zone: texts.zoneName(now) }),
    chips: [
      chip(null, countOf(sums)),
      ...counted.filter(([kind, tasks]) => tasks > 0 || kind === query.kind).map(([kind, tasks]) => chip(kind, tasks)),
    ],
    sorts: (seesAmounts ? [false, true] : []).map((byMoney) => ({
      key: byMoney ? 'money' : 'time',
      label: t(byMoney ? 'tasks.sort.money' : 'tasks.sort.time'),
      count: null,
      href: tasksHref({ ...query, byMoney }),
      active: query.byMoney === byMoney,
    })),
    // Link to ship all late parcels at once.
    late:
      lateParcels > 1 && mayDo(role, 'orders.ship')
        ? { text: lateText, label: lateText, href: shipAllHref(orderTabHref('overdue')) }
        : null,
    // `money`: null if the reader may not see it.
    foot:
      filtered.length > 0
        ? {
            count: t('tasks.count', { n: countOf(filtered) }),
            money: seesAmounts ? moneyText(moneyOf(filtered), texts) : null,
          }
        : null,
  }
}

export function sectionModels(
  sections: readonly TaskSection[],
  reader: TaskReader,
  on: TaskShowing,
): TaskSectionModel[] {
  const { texts } = on
  return sections.map(({ due, tasks, money, entries }) => ({
    key: due,
    title: sectionTitle(due, reader, texts),
    isLate: due === 'overdue',
    count: texts.number(tasks),
    money: mayDo(on.role, 'amounts.view') ? texts.t('tasks.atRisk', { money: moneyText(money, texts) }) : null,
    lines: entries.map((entry) => lineModel(entry, reader, on)),
  }))
}

export function dearestModel(
  tasks: readonly Task[],
  sums: readonly TaskSum[],
  reader: TaskReader,
  on: TaskShowing,
): TaskSectionModel[] {
  if (tasks.length === 0) return []
  const { t, number } = on.texts
  const all = countOf(sums)
  return [
    {
      key: 'money',
      title: t('tasks.byMoney'),
      isLate: false,
      count: all > tasks.length ? t('tasks.firstOf', { n: number(tasks.length), all: number(all) }) : number(all),
      money: t('tasks.atRisk', { money: moneyText(moneyOf(sums), on.texts) }),
      lines: tasks.map((task) => lineModel({ type: 'one', task }, reader, on)),
    },
  ]
}

function sectionTitle(due: DueState, { tomorrow }: TaskReader, texts: Texts): string {
  return due === 'tomorrow'
    ? texts.t('tasks.due.tomorrow', { day: texts.moment(tomorrow, 'day') })
    : texts.t(`tasks.due.${due}`)
}

export function lineModel(entry: TaskEntry, reader: TaskReader, on: TaskShowing): TaskLineModel {
  const { kind: id, due } = entry.type === 'one' ? entry.task : entry
  const kind = assertDefined(findTaskKind(id), 'a task is of a kind')
  const content = entry.type === 'one' ? kind.one(entry.task, on) : kind.many(entry, on)
  const common = {
    icon: kind.icon,
    title: content.title,
    href: content.href,
    due: dueModel(entry.type === 'one' ? entry.task.dueAt : entry.dueAt, due, reader, on.texts),
    action: content.action,
  }
  if (entry.type === 'many')
    return {
      ...common,
      key: [id, due, entry.bundle].filter(Boolean).join(' '),
      number: null,
      item: null,
      facts: content.facts ?? [],
      money: moneyModel(entry.money, on),
    }
  const { task } = entry
  return {
    ...common,
    key: [id, task.key, ...(task.orderNumber === '' && task.detail ? [task.detail] : [])].join(' '),
    number: [task.key, task.orderNumber].find((number) => number !== '' && content.title.includes(number)) ?? null,
    item:
      task.title === null
        ? null
        : { title: task.title, more: task.lines > 1 ? on.texts.t('tasks.moreItems', { n: task.lines - 1 }) : null },
    facts: [...(content.facts ?? []), ...(content.namesBuyer ? [] : [shownBuyer(task.buyer, on.texts)])].filter(
      Boolean,
    ),
    money: moneyModel([task.money], on),
  }
}

const tones: Record<DueState, StatusTone> = { overdue: 'bad', today: 'warn', tomorrow: 'neutral', later: 'neutral' }

/** Hours within which the text counts hours; later tasks show a day. */
const countedHours = 48
const daysByName = 6 * 24

function dueModel(dueAt: Date | null, due: DueState, { now }: TaskReader, texts: Texts): TaskLineModel['due'] {
  const tone = tones[due]
  if (!dueAt) return { text: texts.t('due.none'), tone, full: null }
  return { text: dueText(dueAt, now, texts), tone, full: texts.moment(dueAt, 'full') }
}

function dueText(dueAt: Date, now: Date, texts: Texts): string {
  const hours = (dueAt.getTime() - now.getTime()) / hour
  if (hours < 0 || hours < 1) {
    const { late, unit, count } = timeLeft(dueAt, now, texts.timeZone)
    return texts.t(late ? 'due.late' : 'due.left', { unit, n: count })
  }
  if (hours < countedHours) return texts.t('due.left', { unit: 'hour', n: Math.floor(hours) })
  return texts.moment(dueAt, hours < daysByName ? 'weekTime' : 'day')
}

function moneyModel(money: readonly MoneySum[], { texts, role }: TaskShowing): TaskLineModel['money'] {
  const [first, ...others] = money
  if (!first || !mayDo(role, 'amounts.view')) return null
  return { main: texts.money(first), others: others.length > 0 ? `+ ${moneyText(others, texts)}` : null }
}

/** Amounts of several currencies, not added together. */
const moneyText = (money: readonly MoneySum[], texts: Texts) => money.map((sum) => texts.money(sum)).join(' + ')
