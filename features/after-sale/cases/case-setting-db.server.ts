import type { SellerDb } from '#db/client.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { caseSetting, type CaseSetting } from './case-course.ts'

export async function readCaseSetting(db: SellerDb, sellerId: number, pack: PolicyPack): Promise<CaseSetting> {
  const { time_zone, holidays, holiday_region } = await db
    .selectFrom('sellers')
    .select(['time_zone', 'holidays', 'holiday_region'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return caseSetting(pack, { timeZone: time_zone, holidays, holidayRegion: holiday_region })
}
