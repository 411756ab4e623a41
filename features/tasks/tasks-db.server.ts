import { sql, type RawBuilder } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { partOf, type Part } from '#db/together.ts'
import type { DueState } from '#features/order/order.ts'
import { exactInteger } from '#lib/money.ts'
import { taskKinds } from './kinds.server.ts'
import type { TaskKind, TaskReader } from '#features/task/task-kind.ts'
import type { Single, Task, TaskSum } from '#features/task/task.ts'

/** How many tasks are late, and how many more are due today. */
export interface DueTasks {
  late: number
  today: number
}

/** What is late or due today, of every kind. For the navigation, and so for every page: by stretches of indexes. */
export function dueTasks(reader: TaskReader): Part<DueTasks> {
  const statement = sql`
    select count(*) filter (where due_at < ${reader.now}) as late, count(*) filter (where due_at >= ${reader.now}) as today
    from (${dueOf(taskKinds, reader)}) d where due_at < ${reader.tomorrow}`
  return partOf(statement, (rows: DueTasks[]) => firstRow({ rows }))
}

/** Tasks that were chosen, and how many there are of all kinds and what they come to. */
export interface ChosenTasks {
  sums: TaskSum[]
  tasks: Task[]
}

/** Reads the soonest tasks of each kind and due state, as many as `arrangeTasks` needs, and the soonest of each bundle. */
export function readSoonestTasks(
  db: SellerDb,
  reader: TaskReader,
  { kinds, single: { all, first } }: { kinds: readonly TaskKind[]; single: Single },
): Promise<ChosenTasks> {
  return readWithSums(
    db,
    reader,
    sql`
      select *, row_number() over (order by due_at nulls last, order_id, ref) as place from (
        select *, count(*) over (partition by kind, due, bundle) as own_tasks,
          row_number() over (partition by kind, due, bundle order by due_at nulls last, order_id, ref) as own_place
        from all_due where ${isOf(kinds)}
      ) ranked
      where own_place <= case when bundle is not null then 1 when own_tasks <= ${all + 1}::integer then own_tasks else ${first + 1}::integer end`,
  )
}

/** Reads the tasks in which most money is at stake, the most first; currencies compare by their figures. */
export function readDearestTasks(
  db: SellerDb,
  reader: TaskReader,
  { kinds, most }: { kinds: readonly TaskKind[]; most: number },
): Promise<ChosenTasks> {
  return readWithSums(
    db,
    reader,
    sql`
      select *, row_number() over (order by value desc, due_at nulls last, order_id, ref) as place
      from all_due where ${isOf(kinds)}
      order by value desc, due_at nulls last, order_id, ref
      limit ${most}`,
  )
}

const isOf = (kinds: readonly TaskKind[]) => sql`kind = any (${kinds.map(({ id }) => id)})`

/** Reads the tasks that are due from a moment on and before another, soonest first, at most so many. */
export async function readTasksBefore(
  db: SellerDb,
  reader: TaskReader,
  { from, before, most }: { from: Date; before: Date; most: number },
): Promise<Task[]> {
  const chosen = sql`
    select *, row_number() over (order by due_at, order_id, ref) as place, ${dueState(reader)} as due
    from (${dueOf(taskKinds, reader)}) d
    where due_at >= ${from} and due_at < ${before}
    order by due_at, order_id, ref
    limit ${most}`
  const { rows } = await sql<TaskRow>`${prepared} ${linesOf(reader, chosen)}`.execute(db)
  return rows.map(taskOf)
}

interface TaskRow {
  kind: string
  key: string
  due_at: Date | string | null
  due: DueState
  bundle: string | null
  detail: string | null
  currency: string
  minor: number
  order_number: string
  buyer_username: string
  title: string | null
  line_count: number
}

type SumRow = Omit<TaskSum, 'minor' | 'firstDue'> & { minor: string; first_due: string | null }

/**
 * Reads chosen tasks, and sums all. What is due is gathered once, as `all_due`, from which `chosen` takes, and all of it comes by one
 * message, as JSON: of a seller with many orders gathering takes longer than the rest.
 */
async function readWithSums(db: SellerDb, reader: TaskReader, chosen: RawBuilder<unknown>): Promise<ChosenTasks> {
  const found = await sql<{ sums: SumRow[]; tasks: TaskRow[] }>`
    ${prepared} with all_due as materialized (
      select *, ${dueState(reader)} as due from (${dueOf(taskKinds, reader)}) d
    )
    select (
      select coalesce(json_agg(s), '[]') from (
        select kind, due, bundle, currency, count(*) as tasks, sum(minor)::text as minor, min(due_at) as first_due
        from all_due group by 1, 2, 3, 4
      ) s
    ) as sums, (
      select coalesce(json_agg(l), '[]') from (${linesOf(reader, chosen)}) l
    ) as tasks`.execute(db)
  const { sums, tasks } = firstRow(found)
  return {
    sums: sums.map(({ first_due: firstDue, minor, ...sum }) => ({
      ...sum,
      minor: exactInteger(BigInt(minor)),
      firstDue: readMoment(firstDue),
    })),
    tasks: tasks.map(taskOf),
  }
}

/** What the lines of chosen tasks say of the orders. `chosen` has each with its `due` state and its `place`. */
const linesOf = ({ sellerId }: TaskReader, chosen: RawBuilder<unknown>) => sql`
  select c.kind, coalesce(c.ref, o.order_number) as key, c.due_at, c.due, c.bundle, c.detail, c.currency, c.minor,
    coalesce(o.order_number, '') as order_number, coalesce(o.buyer_username, '') as buyer_username, coalesce(o.line_count, 1) as line_count,
    case when c.order_id is null then (select title from listings i where i.seller_id = ${sellerId} and i.item_number = c.ref)
      else (select title from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id order by position limit 1)
    end as title
  from (${chosen}) c
  left join orders o on o.seller_id = ${sellerId} and o.id = c.order_id
  order by c.place`

const readMoment = (moment: Date | string | null) => (moment === null ? null : new Date(moment))

const taskOf = (row: TaskRow): Task => ({
  kind: row.kind,
  key: row.key,
  dueAt: readMoment(row.due_at),
  due: row.due,
  bundle: row.bundle,
  money: { minor: row.minor, currency: row.currency },
  orderNumber: row.order_number,
  buyer: row.buyer_username,
  title: row.title,
  lines: row.line_count,
  detail: row.detail,
})

/** All tasks of some kinds. Each column has the name that it has in the first. */
function dueOf(kinds: readonly TaskKind[], reader: TaskReader): RawBuilder<unknown> {
  const columns = sql.raw('order_id, ref, due_at, bundle, detail, currency, minor, value')
  return sql.join(
    kinds.map(
      (kind) =>
        sql`select ${sql.lit(kind.id)} as kind, * from (${kind.due(reader)}) as ${sql.ref(kind.id)} (${columns})`,
    ),
    sql` union all `,
  )
}

/** As `dueState` says it; what has no time is for later. */
function dueState({ now, tomorrow, dayAfter }: TaskReader): RawBuilder<DueState> {
  return sql`case when due_at < ${now} then 'overdue' when due_at < ${tomorrow} then 'today'
    when due_at < ${dayAfter} then 'tomorrow' else 'later' end`
}
