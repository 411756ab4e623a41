import type { OfferedRow } from '#features/selling/market/market-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { Research } from './read-research.server.ts'
import type { ViewFor } from './view-for.ts'

export const dash = '–'

/** What sold for how much. */
export function soldFigures({ total, offered }: Research, { texts, currency }: ViewFor) {
  const { t, number } = texts
  const money = (minor: number | undefined) => (minor === undefined ? dash : texts.money({ minor, currency }))
  const figure = (
    key: Parameters<typeof t>[0] & `research.figure.${string}`,
    value: string,
    note: string | null = null,
    isLarge = false,
  ) => ({
    key,
    label: t(key),
    value,
    note,
    isLarge,
  })
  return [
    figure(
      'research.figure.median',
      money(total?.typical),
      total ? t('research.middle', { low: money(total.low), high: money(total.high) }) : null,
      true,
    ),
    figure(
      'research.figure.average',
      money(total?.average),
      total ? t('research.ends', { low: money(total.lowest), high: money(total.highest) }) : null,
    ),
    figure('research.figure.sold', number(total?.sales ?? 0), t('research.items', { n: total?.units ?? 0 })),
    figure('research.figure.sellers', number(total?.sellers ?? 0)),
    figure(
      'research.figure.sellThrough',
      sellThroughText(offered, texts),
      offered ? t('research.listings', { n: offered.offered }) : null,
    ),
    figure(
      'research.figure.shipping',
      total?.shipping === 0 ? t('summary.free') : money(total?.shipping),
      total ? t('research.free', { share: texts.percent(total.free / total.sales, 0) }) : null,
    ),
  ]
}

/** What is asked for. */
export function activeFigures({ offered, total }: Research, { texts, currency }: ViewFor) {
  const { t, number } = texts
  const money = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? dash : texts.money({ minor, currency })
  return [
    {
      key: 'asked',
      label: t('research.figure.asked'),
      value: money(offered?.asked),
      note: offered?.asked ? t('research.middle', { low: money(offered.low), high: money(offered.high) }) : null,
      isLarge: true,
    },
    { key: 'median', label: t('research.figure.paid'), value: money(total?.typical), note: null, isLarge: false },
    {
      key: 'active',
      label: t('research.figure.active'),
      value: number(offered?.active ?? 0),
      note: t('research.ownListings', { n: offered?.ownActive ?? 0 }),
      isLarge: false,
    },
    {
      key: 'sellers',
      label: t('research.figure.sellers'),
      value: number(offered?.sellers ?? 0),
      note: null,
      isLarge: false,
    },
    {
      key: 'sellThrough',
      label: t('research.figure.sellThrough'),
      value: sellThroughText(offered ?? undefined, texts),
      note: null,
      isLarge: false,
    },
  ]
}

export const sellThroughText = (row: OfferedRow | null | undefined, texts: Texts) =>
  row && row.offered > 0 ? texts.percent(row.sold / row.offered, 0) : dash
