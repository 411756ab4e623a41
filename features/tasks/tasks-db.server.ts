import { sql, type RawBuilder } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import { partOf, type Part } from '#db/together.ts'
import type { DueState } from '#features/order/order.ts'
import { taskKinds } from './kinds.server.ts'
import type { TaskKind, TaskReader } from '#features/task/task-kind.ts'
import { tasksNeeded, type Task, type TaskSum } from '#features/task/task.ts'

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
  return partOf(statement, (rows: DueTasks[]) => rows[0]!)
}

/** How many tasks there are of all kinds, and what they come to. */
export async function sumTasks(db: SellerDb, reader: TaskReader): Promise<TaskSum[]> {
  const { rows } = await sql<TaskSum & { first_due: Date | null }>`
    ${prepared} select kind, ${dueState(reader)} as due, bundle, currency, count(*) as tasks, sum(minor) as minor, min(due_at) as first_due
    from (${dueOf(taskKinds, reader)}) d
    group by 1, 2, 3, 4`.execute(db)
  return rows.map(({ first_due: firstDue, ...sum }) => ({ ...sum, firstDue }))
}

/** Reads the soonest tasks of each kind and due state, as many as `arrangeTasks` needs, and the soonest of each bundle. */
export function readSoonestTasks(
  db: SellerDb,
  reader: TaskReader,
  { kinds, single }: { kinds: readonly TaskKind[]; single: number },
): Promise<Task[]> {
  return readTasks(
    db,
    reader,
    sql`
      select *, row_number() over (order by due_at nulls last, order_id, ref) as place from (
        select *, row_number() over (partition by kind, due, bundle order by due_at nulls last, order_id, ref) as own_place
        from (select *, ${dueState(reader)} as due from (${dueOf(kinds, reader)}) d) stated
      ) ranked
      where own_place <= case when bundle is null then ${tasksNeeded(single)}::integer else 1 end`,
  )
}

/** Reads the tasks in which most money is at stake, the most first; currencies compare by their figures. */
export function readDearestTasks(
  db: SellerDb,
  reader: TaskReader,
  { kinds, most }: { kinds: readonly TaskKind[]; most: number },
): Promise<Task[]> {
  return readTasks(
    db,
    reader,
    sql`
      select *, row_number() over (order by value desc, due_at nulls last, order_id, ref) as place,
        ${dueState(reader)} as due
      from (${dueOf(kinds, reader)}) d
      order by value desc, due_at nulls last, order_id, ref
      limit ${most}`,
  )
}

/** Reads the tasks that are due from a moment on and before another, soonest first, at most so many. */
export function readTasksBefore(
  db: SellerDb,
  reader: TaskReader,
  { from, before, most }: { from: Date; before: Date; most: number },
): Promise<Task[]> {
  return readTasks(
    db,
    reader,
    sql`
      select *, row_number() over (order by due_at, order_id, ref) as place, ${dueState(reader)} as due
      from (${dueOf(taskKinds, reader)}) d
      where due_at >= ${from} and due_at < ${before}
      order by due_at, order_id, ref
      limit ${most}`,
  )
}

interface TaskRow {
  kind: string
  key: string
  due_at: Date | null
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

/** Reads chosen tasks with what their lines say of the orders. `chosen` has each with its `due` state and its `place`. */
async function readTasks(db: SellerDb, { sellerId }: TaskReader, chosen: RawBuilder<unknown>): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    ${prepared} select c.kind, coalesce(c.ref, o.order_number) as key, c.due_at, c.due, c.bundle, c.detail, c.currency, c.minor,
      coalesce(o.order_number, '') as order_number, coalesce(o.buyer_username, '') as buyer_username, coalesce(o.line_count, 1) as line_count,
      case when c.order_id is null then (select title from listings i where i.seller_id = ${sellerId} and i.item_number = c.ref)
        else (select title from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id order by position limit 1)
      end as title
    from (${chosen}) c
    left join orders o on o.seller_id = ${sellerId} and o.id = c.order_id
    order by c.place`.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    key: row.key,
    dueAt: row.due_at,
    due: row.due,
    bundle: row.bundle,
    money: { minor: row.minor, currency: row.currency },
    orderNumber: row.order_number,
    buyer: row.buyer_username,
    title: row.title,
    lines: row.line_count,
    detail: row.detail,
  }))
}

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
