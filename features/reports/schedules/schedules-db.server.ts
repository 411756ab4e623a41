import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { nextDue, type ScheduleRule } from './schedule.ts'

export interface DownloadSchedule {
  id: string
  templateId: string
  rule: ScheduleRule
  /** The member whose role limits the contents of the files. */
  member: { id: string; name: string }
  /** Null while it is paused. */
  nextAt: Date | null
}

export const mostSchedules = 50

interface ScheduleKey {
  sellerId: number
  id: string
}

/** Lists a shop's schedules, those that come next first. */
export async function listSchedules(db: SellerDb, sellerId: number): Promise<DownloadSchedule[]> {
  const rows = await schedules(db, sellerId).orderBy('next_at').orderBy('id').execute()
  return rows.map(scheduleOf)
}

/** Finds a schedule; null if there is none. `isLocked` keeps others from changing it until the transaction ends. */
export async function findSchedule(
  db: SellerDb,
  { sellerId, id, isLocked = false }: ScheduleKey & { isLocked?: boolean },
): Promise<DownloadSchedule | null> {
  const row = await schedules(db, sellerId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ? scheduleOf(row) : null
}

const schedules = (db: SellerDb, sellerId: number) =>
  selectOfSeller(db, 'download_schedules', sellerId).select([
    'id',
    'template_id',
    'rhythm',
    'weekday',
    'month_day',
    'hour',
    'member_id',
    'member_name',
    'next_at',
  ])

type ScheduleRow = Awaited<ReturnType<ReturnType<typeof schedules>['execute']>>[number]

const scheduleOf = (row: ScheduleRow): DownloadSchedule => ({
  id: row.id,
  templateId: row.template_id,
  rule: { rhythm: row.rhythm, weekday: row.weekday, monthDay: row.month_day, hour: row.hour },
  member: { id: row.member_id, name: row.member_name },
  nextAt: row.next_at,
})

export async function addSchedule(
  db: SellerDb,
  {
    sellerId,
    templateId,
    rule,
    member,
    zone,
    now,
  }: Omit<DownloadSchedule, 'id' | 'nextAt'> & { sellerId: number; zone: string; now: Date },
): Promise<void> {
  await db
    .insertInto('download_schedules')
    .values({
      seller_id: sellerId,
      template_id: templateId,
      rhythm: rule.rhythm,
      weekday: rule.weekday,
      month_day: rule.monthDay,
      hour: rule.hour,
      member_id: member.id,
      member_name: member.name,
      made_at: now,
      next_at: nextDue(rule, now, zone),
    })
    .execute()
}

/** Sets the next time of a schedule; null pauses it. */
export async function setNextAt(db: SellerDb, { sellerId, id, nextAt }: ScheduleKey & { nextAt: Date | null }) {
  await updateOfSeller(db, 'download_schedules', sellerId).set({ next_at: nextAt }).where('id', '=', id).execute()
}

/** Deletes a schedule; its files stay. */
export async function deleteSchedule(db: SellerDb, { sellerId, id }: ScheduleKey): Promise<void> {
  await deleteOfSeller(db, 'download_schedules', sellerId).where('id', '=', id).execute()
}
