import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { evaluationDay, evaluationsAround } from '#features/core/seller-level/evaluation.ts'
import type { SellerLevel } from '#features/core/seller-level/seller-level.ts'
import type { MeasuredSeller } from '#features/core/seller-level/measure-sales-db.server.ts'
import { readLevels } from '#features/insights/seller-level/read-level.server.ts'
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
  const { reported, counted } = await readLevels(db, seller.id, last)
  if (!counted) return null
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
      line('now', reported ? t('level.now.reported') : t('level.now', { day: day(last) }), reported ?? counted.level),
      line('next', t('level.next', { day: day(next) }), counted.next),
    ],
  }
}
