import { refuse } from '#web/refusals.ts'
import type { Texts } from '#texts/texts.ts'
import type { ShipOutcome } from './parcel.ts'
import { unitsField } from './ship-form.ts'

/** Says why shipping was refused, by the field it is about: who was first, and when. Throws 404 where there is no such order. */
export function refusedShipping(
  outcome: ShipOutcome & { ok: false },
  titles: ReadonlyMap<number, string>,
  texts: Texts,
) {
  const { t } = texts
  switch (outcome.reason) {
    case 'unknown':
      throw refuse('not-found')
    case 'nothing-chosen':
      return { form: t('ship.error.nothingChosen') }
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
