import type { DueState } from '#features/core/order/order.ts'
import { addMinor } from '#lib/exact-sums.ts'
import type { Money, MoneySum } from '#lib/money.ts'
import { groupBy } from '#lib/group-by.ts'

export interface Task {
  kind: string
  /** Identifies the task within its kind: number of the order, case or listing. */
  key: string
  dueAt: Date | null
  due: DueState
  /** Tasks of one kind with the same bundle are handled together, such as the parcels of a day; null if single. */
  bundle: string | null
  money: Money
  /** Empty, like the buyer, if the task is about a listing. */
  orderNumber: string
  buyer: string
  /** Title of the order's first line or of the listing. */
  title: string | null
  lines: number
  /** Further detail, such as the reason of a request; a database value. */
  detail: string | null
}

/** Number and amount of tasks by kind, bundle, due state and currency. */
export interface TaskSum extends Pick<Task, 'kind' | 'due' | 'bundle'> {
  currency: string
  tasks: number
  minor: number | bigint
  firstDue: Date | null
}

export type TaskEntry =
  | { type: 'one'; task: Task }
  | (Pick<TaskSum, 'kind' | 'due' | 'bundle'> & {
      type: 'many'
      dueAt: Date | null
      /** Tasks in this line, and in all of the kind, bundle and due state; others may be listed above. */
      tasks: number
      all: number
      money: MoneySum[]
    })

/** Entries of a due state, earliest first, with the number of tasks and their amounts. */
export interface TaskSection {
  due: DueState
  tasks: number
  money: MoneySum[]
  entries: TaskEntry[]
}

/** Sums of fully loaded tasks, in order of time. */
export function sumsOf(tasks: readonly Task[]): TaskSum[] {
  const groups = groupBy(tasks, (task) => `${groupKey(task)} ${task.money.currency}`)
  return [...groups.values()].map((own) => {
    const { kind, due, bundle, money, dueAt } = own[0]
    const minor = own.reduce<number | bigint>((sum, task) => addMinor(sum, task.money.minor), 0)
    return { kind, due, bundle, currency: money.currency, tasks: own.length, minor, firstDue: dueAt }
  })
}

/** How many tasks of a kind are listed individually: up to `all`, else the `first` ones and a line for the rest. */
export interface Single {
  all: number
  first: number
}

/** Number of individual tasks to load. One more than fits is listed itself, since "1 more" takes the same space. */
export const tasksNeeded = (tasks: number, { all, first }: Single) => (tasks <= all + 1 ? tasks : first + 1)

const order: readonly DueState[] = ['overdue', 'today', 'tomorrow', 'later']

/**
 * Arranges tasks by due time: a bundle is one line, and individual ones follow `single`. `sums` counts all tasks;
 * `tasks` holds the earliest of each kind and due state (at least `tasksNeeded`) and of each bundle.
 */
export function arrangeTasks(sums: readonly TaskSum[], tasks: readonly Task[], single: Single): TaskSection[] {
  return order.flatMap((due): TaskSection[] => {
    const own = sums.filter((sum) => sum.due === due)
    if (own.length === 0) return []
    const groups = groupBy(own, groupKey)
    const entries = [...groups.values()].flatMap((group) => entriesOf(group, tasks, single))
    return [
      {
        due,
        tasks: countOf(own),
        money: moneyOf(own),
        entries: entries.toSorted((a, b) => dueValue(a) - dueValue(b)),
      },
    ]
  })
}

const groupKey = ({ kind, due, bundle }: Pick<Task, 'kind' | 'due' | 'bundle'>) => `${kind} ${due} ${bundle}`

/** Lines of one kind, bundle and due state; `sums` has one entry per currency. */
function entriesOf(sums: readonly [TaskSum, ...TaskSum[]], tasks: readonly Task[], single: Single): TaskEntry[] {
  const { kind, due, bundle } = sums[0]
  const all = countOf(sums)
  const own = tasks.filter((task) => groupKey(task) === groupKey(sums[0]))
  const shown = bundle !== null ? (all === 1 ? 1 : 0) : all <= single.all + 1 ? all : single.first
  const alone = own.slice(0, shown)
  const lines = alone.map((task): TaskEntry => ({ type: 'one', task }))
  // Read in one snapshot, both agree; tasks that could not be read are skipped.
  if (alone.length >= all) return lines
  const dueAt = bundle === null ? (own[shown]?.dueAt ?? null) : firstOf(sums)
  const money = moneyOf(sums, alone)
  return [...lines, { type: 'many', kind, due, bundle, dueAt, tasks: all - alone.length, all, money }]
}

function firstOf(sums: readonly TaskSum[]): Date | null {
  const times = sums.flatMap(({ firstDue }) => (firstDue ? [firstDue.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

export function countOf(sums: readonly Pick<TaskSum, 'tasks'>[]): number {
  return sums.reduce((total, { tasks }) => total + tasks, 0)
}

/** Amounts of the sums minus some tasks, by currency, most tasks first. */
export function moneyOf(sums: readonly TaskSum[], less: readonly Task[] = []): MoneySum[] {
  return [...groupBy(sums, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const taken = less.filter(({ money }) => money.currency === currency)
      const whole = own.reduce<number | bigint>((sum, { minor }) => addMinor(sum, minor), 0)
      const left = taken.reduce<number | bigint>((sum, { money }) => addMinor(sum, -money.minor), whole)
      return { tasks: countOf(own) - taken.length, money: { minor: left, currency } }
    })
    .filter(({ tasks }) => tasks > 0)
    .toSorted((a, b) => b.tasks - a.tasks || (a.money.currency < b.money.currency ? -1 : 1))
    .map(({ money }) => money)
}

function dueValue(entry: TaskEntry): number {
  const dueAt = entry.type === 'one' ? entry.task.dueAt : entry.dueAt
  return dueAt?.getTime() ?? Number.POSITIVE_INFINITY
}
