import type { ParcelKey, VoidOutcome } from '#features/shipping/fulfilment/parcel.ts'
import type { ParcelsInverse } from '#features/shipping/fulfilment/take-back-db.server.ts'
import type { KeptStep } from '#features/machinery/undo/undos-db.server.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { SentParcel } from './sent-parcels-db.server.ts'

export interface SentParcelModel {
  key: string
  order: { text: string; href: string }
  carrier: string
  tracking: string
  state: { tone: StatusTone; text: string }
  /** Why it cannot be voided; null if it can or already was. */
  why: string | null
}

export interface SentStepModel {
  id: string
  text: string
  at: string
  parcels: SentParcelModel[]
  open: number
}

type Step = KeptStep & { madeAt: Date }
type Parcels = ReadonlyMap<string, SentParcel>

/** The undo data of a shipping step, which is always parcels. */
export const parcelsOf = ({ inverse }: Pick<KeptStep, 'inverse'>) => (inverse as ParcelsInverse).parcels

/** Steps, latest first. */
export function stepModels(steps: readonly Step[], sent: Parcels, { texts, now }: On) {
  return steps.map((step) => {
    const all = parcelsOf(step)
    const open = all.filter(({ key }) => sent.get(key)?.state === 'SHIPPED').length
    return {
      id: step.id,
      text: texts.t(`undo.done.${step.step}`, step.said),
      at: momentWords(step.madeAt, now, texts),
      href: paths.shippedLately(step.id),
      parcels: texts.t('shipped.open', { open, n: all.length }),
    }
  })
}

interface On {
  texts: Texts
  now: Date
}

export function sentStepModel(step: Step, sent: Parcels, on: On): SentStepModel {
  const { texts, now } = on
  const parcels = parcelsOf(step).map((parcel) => parcelModel(parcel, sent.get(parcel.key), texts))
  return {
    id: step.id,
    text: texts.t(`undo.done.${step.step}`, step.said),
    at: momentWords(step.madeAt, now, texts),
    parcels,
    open: parcels.filter(({ why }) => why === null).length,
  }
}

function parcelModel(
  { number, key }: ParcelsInverse['parcels'][number],
  sent: SentParcel | undefined,
  { t }: Texts,
): SentParcelModel {
  const isScanned = sent !== undefined && sent.state !== 'SHIPPED'
  return {
    key,
    order: { text: number, href: paths.orderDetails(number) },
    carrier: sent?.carrier ?? '',
    tracking: sent?.tracking ?? '',
    state: sent
      ? { tone: isScanned ? 'warn' : 'neutral', text: t(`order.line.${sent.state}`) }
      : { tone: 'neutral', text: t('shipped.gone') },
    why: isScanned ? t('shipped.why.scanned') : sent ? null : t('shipped.why.gone'),
  }
}

export function takenModel(
  before: SentStepModel,
  outcomes: readonly { key: ParcelKey; outcome: VoidOutcome }[],
  { t }: Texts,
): SentStepModel {
  const byKey = new Map<string, VoidOutcome>(outcomes.map(({ key, outcome }) => [key, outcome]))
  return {
    ...before,
    open: 0,
    parcels: before.parcels.map((parcel) => {
      const outcome = byKey.get(parcel.key)
      if (!outcome || (outcome.ok && outcome.repeated)) return { ...parcel, why: parcel.why ?? t('shipped.why.gone') }
      if (outcome.ok) return { ...parcel, state: { tone: 'good', text: t('shipped.back') }, why: null }
      return { ...parcel, why: t(outcome.reason === 'scanned' ? 'shipped.why.scanned' : 'shipped.why.gone') }
    }),
  }
}
