import { refuse } from '#web/refusals.ts'
import type { ParcelFacts } from '#features/core/order/order-event.ts'
import type { Texts } from '#texts/texts.ts'
import type { ShipOutcome } from './parcel.ts'
import { unitsField } from './ship-form.ts'

/** Explains a refused shipment by field, with who shipped first and when. Throws 404 if the order does not exist. */
export function refusedShipping(
  outcome: ShipOutcome & { ok: false },
  titles: ReadonlyMap<number, string>,
  texts: Texts,
) {
  const { t } = texts
  switch (outcome.reason) {
    case 'unknown':
      throw refuse('not-found')
    case 'other-request':
      return { form: t('ship.error.otherRequest', { made: madeWords(outcome.made, texts) }) }
    case 'nothing-chosen':
      return { form: t('ship.error.nothingChosen') }
    case 'no-parcel':
      return { form: t('ship.error.noParcel') }
    case 'not-possible-now':
      return { form: t('ship.error.notPossible', { status: t(`orders.status.${outcome.status}`) }) }
    case 'more-than-open':
      return Object.fromEntries(
        outcome.lines.map(({ line, open, taken }) => {
          const title = titles.get(line) ?? ''
          const told = taken
            ? t('ship.error.taken', { title, open, by: taken.by, at: texts.moment(taken.at, 'dateTime') })
            : t('ship.error.tooMany', { title, open })
          return [unitsField(1, line), told]
        }),
      )
  }
}

export function refusedInShort(outcome: ShipOutcome & { ok: false }, texts: Texts): string {
  const { t } = texts
  switch (outcome.reason) {
    case 'unknown':
    case 'nothing-chosen':
      return t('shipMany.refused.nothingLeft')
    case 'no-parcel':
      return t('ship.error.noParcel')
    case 'other-request':
      return t('shipMany.refused.otherRequest', { made: madeWords(outcome.made, texts) })
    case 'not-possible-now':
      return t('shipMany.refused.status', { status: t(`orders.status.${outcome.status}`) })
    case 'more-than-open': {
      const first = outcome.lines.find(({ taken }) => taken)?.taken
      return first
        ? t('shipMany.refused.first', { by: first.by, at: texts.moment(first.at, 'dateTime') })
        : t('shipMany.refused.nothingLeft')
    }
  }
}

function madeWords(made: readonly ParcelFacts[], texts: Texts): string {
  const words = made.map(({ carrier, trackingNumber, contents }) =>
    texts.t('ship.made', {
      parcel: trackingNumber === null ? carrier : `${carrier} ${trackingNumber}`,
      n: contents.reduce((sum, { units }) => sum + units, 0),
    }),
  )
  return texts.list(words)
}
