import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { evaluationDay, evaluationsAround } from '#features/core/seller-level/evaluation.ts'
import type { SellerLevel } from '#features/core/seller-level/seller-level.ts'
import type { MeasuredSeller } from '#features/core/seller-level/measure-sales-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { LineModel, LinesModel } from './lines-section.tsx'

const tones: Record<SellerLevel, LineModel['tone']> = {
  TOP_RATED: 'normal',
  ABOVE_STANDARD: 'normal',
  BELOW_STANDARD: 'bad',
}

/** The seller level, and the one of the next evaluation as it stands; null until they are counted. */
export async function readLevelLines(
  db: SellerDb,
  { seller, standards, now, texts }: { seller: MeasuredSeller; standards: SellerStandards; now: Date; texts: Texts },
): Promise<LinesModel | null> {
  const { t } = texts
  const { last, next } = evaluationsAround(now, seller.timeZone, evaluationDay(standards))
  const levels = await readCounted(db, seller.id, last)
  if (!levels) return null
  const day = (at: Date) => texts.moment(at, 'date')
  const line = (key: string, label: string, level: SellerLevel): LineModel => ({
    key,
    href: paths.sellerLevel(),
    label,
    value: t('level.name', { level }),
    tone: tones[level],
  })
  return {
    all: null,
    none: null,
    lines: [
      line('now', levels.isReported ? t('level.now.reported') : t('level.now', { day: day(last) }), levels.now),
      line('next', t('level.next', { day: day(next) }), levels.next),
    ],
  }
}

/** As the job `seller-health` counted it some hours ago: evaluating a large shop takes longer than its overview. */
async function readCounted(db: SellerDb, sellerId: number, since: Date) {
  const row = await db
    .selectFrom('sellers as s')
    .innerJoin('seller_health as h', 'h.seller_id', 's.id')
    .select(['s.level as reported', 'h.level', 'h.next_level as next'])
    .where('s.id', '=', sellerId)
    .where('h.seller_id', '=', sellerId)
    .where('h.counted_at', '>=', since)
    .executeTakeFirst()
  const level = row?.reported ?? row?.level
  return row && level && row.next ? { now: level, isReported: row.reported !== null, next: row.next } : null
}
