import type { DueState } from '#features/core/order/order.ts'
import { addMinor } from '#lib/exact-sums.ts'
import type { Money, MoneySum } from '#lib/money.ts'
import { groupBy } from '#lib/group-by.ts'

/** Something that a seller owes somebody by a time. */
export interface Task {
  /** Id of its kind. */
  kind: string
  /** Names it within its kind: the number of its order, of its case or of its listing. */
  key: string
  /** Until when; null where no time is set. */
  dueAt: Date | null
  due: DueState
  /** Tasks of a kind with the same bundle are one piece of work, such as the parcels of one day; null stands alone. */
  bundle: string | null
  /** What is at stake. */
  money: Money
  /** Empty where it is about a listing, as is the buyer. */
  orderNumber: string
  buyer: string
  /** Of the order's first line, or of the listing. */
  title: string | null
  lines: number
  /** What its kind says of it besides, such as the reason of a request: a word of the database. */
  detail: string | null
}

/** How many tasks of a kind and bundle there are in a due state, and what they come to in one currency. */
export interface TaskSum extends Pick<Task, 'kind' | 'due' | 'bundle'> {
  currency: string
  tasks: number
  minor: number | bigint
  /** When the first of them is due. */
  firstDue: Date | null
}

/** One task, or several as one line. */
export type TaskEntry =
  | { type: 'one'; task: Task }
  | (Pick<TaskSum, 'kind' | 'due' | 'bundle'> & {
      type: 'many'
      dueAt: Date | null
      /** Tasks of this line, and of all of the kind and bundle in this due state: single lines may stand above. */
      tasks: number
      all: number
      money: MoneySum[]
    })

/** The entries of a due state, soonest first, with how many tasks they stand for and what these come to. */
export interface TaskSection {
  due: DueState
  tasks: number
  money: MoneySum[]
  entries: TaskEntry[]
}

/** The sums of tasks that are all known; they come in order of time. */
export function sumsOf(tasks: readonly Task[]): TaskSum[] {
  const groups = groupBy(tasks, (task) => `${groupKey(task)} ${task.money.currency}`)
  return [...groups.values()].map((own) => {
    const { kind, due, bundle, money, dueAt } = own[0]
    const minor = own.reduce<number | bigint>((sum, task) => addMinor(sum, task.money.minor), 0)
    return { kind, due, bundle, currency: money.currency, tasks: own.length, minor, firstDue: dueAt }
  })
}

/** How many tasks of a kind stand alone in a due state: `all` where they are no more, else the `first` of them, before a line for the others. */
export interface Single {
  all: number
  first: number
}

/** How many tasks that stand alone must be known one by one, of as many of a kind in a due state. One more than fits stands as itself: "1 more" would take the same room. */
export const tasksNeeded = (tasks: number, { all, first }: Single) => (tasks <= all + 1 ? tasks : first + 1)

const order: readonly DueState[] = ['overdue', 'today', 'tomorrow', 'later']

/**
 * Arranges tasks by due time. A bundle of several is one line. Those that stand alone do so as far as `single` says, of
 * a kind in a due state, and the others are one line after them. `sums` counts all tasks; `tasks` holds the soonest of each
 * kind and due state in order, at least `tasksNeeded` of them, and the soonest of each bundle.
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

/** The lines of one kind and bundle in one due state; `sums` has a line for each currency. */
function entriesOf(sums: readonly [TaskSum, ...TaskSum[]], tasks: readonly Task[], single: Single): TaskEntry[] {
  const { kind, due, bundle } = sums[0]
  const all = countOf(sums)
  const own = tasks.filter((task) => groupKey(task) === groupKey(sums[0]))
  const shown = bundle !== null ? (all === 1 ? 1 : 0) : all <= single.all + 1 ? all : single.first
  const alone = own.slice(0, shown)
  const lines = alone.map((task): TaskEntry => ({ type: 'one', task }))
  // Read at one moment, both say the same; a line that could not be read is no line either.
  if (alone.length >= all) return lines
  const dueAt = bundle === null ? (own[shown]?.dueAt ?? null) : firstOf(sums)
  const money = moneyOf(sums, alone)
  return [...lines, { type: 'many', kind, due, bundle, dueAt, tasks: all - alone.length, all, money }]
}

function firstOf(sums: readonly TaskSum[]): Date | null {
  const times = sums.flatMap(({ firstDue }) => (firstDue ? [firstDue.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** How many tasks the sums count. */
export function countOf(sums: readonly Pick<TaskSum, 'tasks'>[]): number {
  return sums.reduce((total, { tasks }) => total + tasks, 0)
}

/** What the sums come to less some of their tasks, by currency, the currency of most tasks first. */
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
