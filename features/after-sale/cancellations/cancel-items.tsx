import { Checkbox } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { staysToShip, unitsField, type CancelFormAnswer, type CancelPanelModel } from './cancel-form.ts'
import type { CancelPlan } from './cancel-plan.ts'
import styles from './cancel-items.module.css'

interface CancelItemsProps {
  model: CancelPanelModel
  answer: CancelFormAnswer | undefined
  /** Result of the form; null if invalid. */
  plan: CancelPlan | null
}

export function CancelItems({ model, answer, plan }: CancelItemsProps) {
  const { t, money } = useTexts()
  const { lines, order, currency } = model
  const values = answer?.values
  return (
    <fieldset className={styles.items}>
      <legend className={styles.legend}>{t('cancel.items')}</legend>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line
            key={line.line}
            line={line}
            units={values?.units?.[line.line]}
            error={answer?.errors[unitsField(line.line)]}
          />
        ))}
      </ul>
      {order.shippingLeftMinor > 0 ? (
        <Checkbox
          name="shipping"
          label={t('cancel.shipping', { amount: money({ minor: order.shippingLeftMinor, currency }) })}
          hint={t('cancel.shipping.hint')}
          defaultChecked={values?.withShipping ?? false}
        />
      ) : null}
      {plan ? (
        <p className={styles.stays}>
          <Stays model={model} plan={plan} />
        </p>
      ) : null}
    </fieldset>
  )
}

interface LineProps {
  line: CancelPanelModel['lines'][number]
  units: string | undefined
  error: string | undefined
}

function Line({ line: { line, title, facts, image, open }, units, error }: LineProps) {
  const { t } = useTexts()
  const id = unitsField(line)
  const errorId = `${id}-error`
  return (
    <li className={styles.line}>
      {image ? <img src={image} alt="" width={40} height={40} loading="lazy" className={styles.picture} /> : null}
      <span className={styles.item}>
        <span dir="auto">{title}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        {error ? (
          <span id={errorId} className={styles.error}>
            {error}
          </span>
        ) : null}
      </span>
      <span className={styles.units}>
        <input
          id={id}
          name={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={open}
          defaultValue={units ?? open}
          aria-label={t('cancel.unitsOf', { title })}
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
          className={styles.count}
        />
        <span className={styles.of}>{t('cancel.units.of', { n: open })}</span>
      </span>
    </li>
  )
}

function Stays({ model: { lines, order }, plan }: { model: CancelPanelModel; plan: CancelPlan }) {
  const { t } = useTexts()
  if (plan.isWhole) return t('cancel.stays.nothing')
  const titles = new Map(lines.map(({ line, title }) => [line, title]))
  const rest = staysToShip(order, plan).map(({ line, units }) =>
    t('order.parcel.content', { n: units, title: titles.get(line) ?? '' }),
  )
  return rest.length > 0 ? t('cancel.stays.toShip', { items: rest.join(', ') }) : t('cancel.stays.shipped')
}
