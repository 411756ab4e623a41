import { day } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { deadBefore } from './stock-item.ts'

interface Stock {
  available: number
  is_low: boolean
  is_ended: boolean
  idle_since: Date
}

/** Text for a SKU's stock: what to do about it first. */
export function stockWords(
  { available, is_low: isLow, is_ended: isEnded, idle_since: idleSince }: Stock,
  now: Date,
  { t }: Texts,
): { tone: StatusTone; text: string; second: string | null } {
  const second = isEnded ? t('inventory.status.ended') : null
  if (available === 0) return { tone: 'bad', text: t('inventory.tab.out'), second }
  if (isLow) return { tone: 'warn', text: t('inventory.status.low'), second }
  if (idleSince.getTime() >= deadBefore(now).getTime())
    return { tone: 'good', text: t('inventory.status.there'), second }
  const n = Math.floor((now.getTime() - idleSince.getTime()) / day)
  return { tone: 'neutral', text: t('inventory.status.dead', { n }), second }
}
