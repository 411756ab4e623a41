import { sql, type RawBuilder } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { valuesOf, type BindValue } from '#db/compile-once.ts'
import type { BatchPart } from '#db/read-batch.ts'
import { readOfSeller } from '#db/shards.ts'
import { dueStates } from '#features/core/order/order.ts'
import { exactInteger } from '#lib/exact-sums.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { taskKinds } from './kinds.server.ts'
import { byDay, type TaskKind, type TaskReader } from '#features/core/task/task-kind.ts'
import type { Single, Task, TaskSum } from '#features/core/task/task.ts'

/** Number of late tasks, and of further tasks due today. */
export interface DueTasks {
  late: number
  today: number
}

/** Counts late and due tasks of every kind by index ranges; runs on every page for the navigation. */
export const dueTasks: BatchPart<TaskReader, DueTasks> = {
  statement: (at) => {
    const now = at((reader) => reader.now)
    return sql`
      select count(*) filter (where due_at < ${now}) as late, count(*) filter (where due_at >= ${now}) as today
      from (${allDue(at)}) d where due_at < ${at((reader) => reader.tomorrow)}`
  },
  read: (rows: DueTasks[]) => firstRow({ rows }),
}

export interface ChosenTasks {
  sums: TaskSum[]
  tasks: Task[]
}

/**
 * Reads the soonest single tasks of each kind and due state, as many as `arrangeTasks` needs, and the task of each
 * bundle of one.
 */
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
        select part, order_id, ref, due_at, bundle, detail, currency, minor from (
          select *, row_number() over (partition by part order by due_at nulls last, order_id, ref) as own_place
          from alone where ${isOf(kinds)}
        ) ranked
        join (select part as counted, sum(tasks) as tasks from sums where bundle is null group by part) counts on counted = part
        where own_place <= ${all + 1}::integer and own_place <= case when tasks <= ${all + 1}::integer then tasks else ${first + 1}::integer end
        union all
        select found.part, order_id, ref, found.due_at, found.bundle, detail, currency, minor from (
          select part, min(first_due) as due_at from sums where bundle is not null and ${isOf(kinds)} group by part, bundle having sum(tasks) = 1
        ) lone, lateral (
          select * from (${inParts('together', valuesOf(reader))}) t
          -- Tasks without a deadline are one bundle of their kind; IS NOT DISTINCT FROM would use no index.
          where t.part = lone.part and (t.due_at = lone.due_at or (t.due_at is null and lone.due_at is null)) limit 1
        ) found
      ) needed`,
  )
}

/**
 * Reads the tasks with most money at stake, largest first; currencies compare by their figures. Ranked after the
 * limit, since ranking all would sort all.
 */
export function readDearestTasks(
  db: SellerDb,
  reader: TaskReader,
  { kinds, limit }: { kinds: readonly TaskKind[]; limit: number },
): Promise<ChosenTasks> {
  return readWithSums(
    db,
    reader,
    sql`
      select *, row_number() over (order by value desc, due_at nulls last, order_id, ref) as place from (
        select * from (select * from alone union all ${inParts('together', valuesOf(reader))}) d where ${isOf(kinds)}
        order by value desc, due_at nulls last, order_id, ref
        limit ${limit}
      ) dearest`,
  )
}

const isOf = (kinds: readonly TaskKind[]) =>
  sql`part / ${sql.lit(dueStates.length)} = any (${kinds.map((kind) => taskKinds.indexOf(kind))}::integer[])`

/** Reads the first tasks due from `from` until before `before`, soonest first. */
export async function readTasksBefore(
  db: SellerDb,
  reader: TaskReader,
  { from, before, limit }: { from: Date; before: Date; limit: number },
): Promise<Task[]> {
  const at = valuesOf(reader)
  const chosen = sql`
    select *, row_number() over (order by due_at, order_id, ref) as place
    from (${allDue(at)}) d
    where due_at >= ${from} and due_at < ${before}
    order by due_at, order_id, ref
    limit ${limit}`
  const { rows } = await sql<TaskRow>`${prepared} ${linesOf(at, chosen)}`.execute(db)
  return rows.map(taskOf)
}

/**
 * `part` combines the indexes of kind and due state in one number, by which PostgreSQL groups and sorts thousands of
 * tasks.
 */
interface TaskRow {
  part: number
  key: string
  due_at: Date | string | null
  bundle: string | null
  detail: string | null
  currency: string
  minor: number
  order_number: string
  buyer_username: string
  title: string | null
  line_count: number
}

interface SumRow extends Pick<TaskRow, 'part' | 'bundle' | 'currency'> {
  tasks: number
  minor: string
  first_due: string | null
}

/**
 * Reads the chosen tasks and sums of all in one statement. Bundled tasks are only summed, first by quarters of an hour:
 * local days are expensive to compute, and in every zone they begin at a quarter.
 */
async function readWithSums(db: SellerDb, reader: TaskReader, chosen: RawBuilder<unknown>): Promise<ChosenTasks> {
  const at = valuesOf(reader)
  const statement = sql<{ sums: SumRow[]; tasks: TaskRow[] }>`
    ${prepared} with alone as materialized (${inParts('alone', at)}),
    quarters as (
      select kind, date_bin('15 minutes', due_at, 'epoch') as quarter, currency, min(bundle) as bundle, count(*) as tasks,
        sum(minor) as minor, min(due_at) as first_due
      from (${dueOf('together', at)}) t group by kind, due_at < ${reader.now}, quarter, currency
    ),
    sums as materialized (
      select part, null::text as bundle, currency, count(*) as tasks, sum(minor)::text as minor, min(due_at) as first_due
      from alone group by part, currency
      union all
      select kind + ${duePlace(sql`first_due`, at)}, case when bundle = ${sql.lit(byDay)} then ${dayOf(sql`quarter`, at)} else bundle end,
        currency, sum(tasks), sum(minor)::text, min(first_due)
      from quarters group by 1, 2, 3
    )
    select (select coalesce(json_agg(s order by part, bundle, currency), '[]') from sums s) as sums,
      (select coalesce(json_agg(l), '[]') from (${linesOf(at, chosen)}) l) as tasks`
  const { sums, tasks } = firstRow({ rows: await readOfSeller(db, reader.sellerId, statement.compile(db)) })
  return {
    sums: sums.map(({ part, first_due: firstDue, minor, ...sum }) => ({
      ...sum,
      ...kindAndDue(part),
      minor: exactInteger(BigInt(minor)),
      firstDue: readMoment(firstDue),
    })),
    tasks: tasks.map(taskOf),
  }
}

/** Adds order details to the chosen tasks, in the order of `place`. */
const linesOf = (at: BindValue<TaskReader>, chosen: RawBuilder<unknown>) => sql`
  select c.part, coalesce(c.ref, o.order_number) as key, c.due_at, c.detail, c.currency, c.minor,
    case when c.bundle = ${sql.lit(byDay)} then ${dayOf(sql`c.due_at`, at)} else c.bundle end as bundle,
    coalesce(o.order_number, '') as order_number, coalesce(o.buyer_username, '') as buyer_username, coalesce(o.line_count, 1) as line_count,
    case when c.order_id is null then (select title from listings i where i.seller_id = ${at((on) => on.sellerId)} and i.item_number = c.ref)
      else (select title from line_items l where l.seller_id = ${at((on) => on.sellerId)} and l.order_id = o.id
        order by cancelled_quantity >= quantity, position limit 1)
    end as title
  from (${chosen}) c
  left join orders o on o.seller_id = ${at((on) => on.sellerId)} and o.id = c.order_id
  order by c.place`

const readMoment = (moment: Date | string | null) => (moment === null ? null : new Date(moment))

const taskOf = (row: TaskRow): Task => ({
  ...kindAndDue(row.part),
  key: row.key,
  dueAt: readMoment(row.due_at),
  bundle: row.bundle,
  money: { minor: row.minor, currency: row.currency },
  orderNumber: row.order_number,
  buyer: row.buyer_username,
  title: row.title,
  lines: row.line_count,
  detail: row.detail,
})

const parts = taskKinds.flatMap(({ id: kind }) => dueStates.map((due): Pick<Task, 'kind' | 'due'> => ({ kind, due })))
const kindAndDue = (part: number) => assertDefined(parts[part], 'parts are kinds by due states')

const columns = sql.raw('order_id, ref, due_at, bundle, detail, currency, minor, value')

/** All single or all bundled tasks. Column names come from the first select. */
function dueOf(which: 'alone' | 'together', at: BindValue<TaskReader>): RawBuilder<unknown> {
  const kinds = taskKinds.flatMap((kind, place) => {
    const statement = kind[which]?.(at)
    if (!statement) return []
    return sql`select ${sql.lit(place * dueStates.length)} as kind, * from (${statement}) as ${sql.ref(kind.id)} (${columns})`
  })
  return sql.join(kinds, sql` union all `)
}

const inParts = (which: 'alone' | 'together', at: BindValue<TaskReader>) =>
  sql`select kind + ${duePlace(sql`due_at`, at)} as part, ${columns} from (${dueOf(which, at)}) as d`

const allDue = (at: BindValue<TaskReader>) => sql`${inParts('alone', at)} union all ${inParts('together', at)}`

/** Index in `dueStates`, as in `dueState`; tasks without a deadline are `later`. */
const duePlace = (moment: RawBuilder<unknown>, at: BindValue<TaskReader>) =>
  sql`case when ${moment} < ${at(({ now }) => now)} then 0 when ${moment} < ${at(({ tomorrow }) => tomorrow)} then 1
    when ${moment} < ${at(({ dayAfter }) => dayAfter)} then 2 else 3 end`

/** Local date of a moment in the shop's zone. */
const dayOf = (moment: RawBuilder<unknown>, at: BindValue<TaskReader>) =>
  sql`to_char(${moment} at time zone ${at(({ zone }) => zone)}, 'YYYY-MM-DD')`
