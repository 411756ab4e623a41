import type { SellerDb } from '#db/client.ts'
import { dueBounds } from '#features/core/order/order.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { taskKinds } from './kinds.server.ts'
import type { TaskReader, TaskShowing } from '#features/core/task/task-kind.ts'
import { arrangeTasks, countOf } from '#features/core/task/task.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { dueSummary } from './due-summary.ts'
import { readDearestTasks, readSoonestTasks } from './tasks-db.server.ts'
import {
  dearestModel,
  dueIn,
  sectionModels,
  tasksFrame,
  type TaskLineModel,
  type TasksQuery,
} from './tasks-view.server.ts'

/** Limits that keep the page readable, however many orders there are. */
const singleOnPage = { all: 20, first: 10 }
const maxDearest = 50
/** The overview shows the first task of each kind, up to a number of lines. */
const singleOnOverview = { all: 2, first: 2 }
const linesOnOverview = 8

export function taskReader(
  seller: { id: number; timeZone: string; role: Role },
  { now, deadlines }: { now: Date; deadlines: Deadlines },
): TaskReader {
  return {
    sellerId: seller.id,
    zone: seller.timeZone,
    seesMoney: mayDo(seller.role, 'money.view'),
    deadlines,
    ...dueBounds(now, seller.timeZone),
  }
}

export async function readTasksPage(db: SellerDb, query: TasksQuery, reader: TaskReader, on: TaskShowing) {
  const kinds = query.kind ? [query.kind] : taskKinds
  const { sums, tasks } = query.byMoney
    ? await readDearestTasks(db, reader, { kinds, limit: maxDearest })
    : await readSoonestTasks(db, reader, { kinds, single: singleOnPage })
  const frame = tasksFrame(sums, query, { ...on, now: reader.now })
  const filtered = sums.filter(({ kind }) => query.kind === null || kind === query.kind.id)
  const sections = query.byMoney
    ? dearestModel(tasks, filtered, reader, on)
    : sectionModels(arrangeTasks(filtered, tasks, singleOnPage), reader, on)
  return { frame, sections }
}

export interface FirstTasksModel {
  count: string | null
  all: string | null
  lines: TaskLineModel[]
}

export async function readFirstTasks(db: SellerDb, reader: TaskReader, on: TaskShowing): Promise<FirstTasksModel> {
  const { sums, tasks } = await readSoonestTasks(db, reader, { kinds: taskKinds, single: singleOnOverview })
  if (sums.length === 0) return { count: null, all: null, lines: [] }
  const { t, number } = on.texts
  const sections = sectionModels(arrangeTasks(sums, tasks, singleOnOverview), reader, on)
  const open = countOf(sums)
  return {
    count: dueSummary(dueIn(sums), on.texts),
    all: t('tasks.all', { n: number(open) }),
    lines: sections.flatMap(({ lines }) => lines).slice(0, linesOnOverview),
  }
}
