import Truck from 'lucide-react/icons/truck'
import type { MoneySum } from '#lib/money.ts'
import { groupBy } from '#lib/group-by.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ShipManyModel } from './ship-many-model.ts'
import { planRow, type RowPlan, type Sheet } from './sheet.ts'
import styles from './ship-many.module.css'

interface ShipFootProps {
  model: ShipManyModel
  sheet: Sheet
  isSending: boolean
}

/** What will be shipped, what not, and the button that does it. */
export function ShipFoot({ model, sheet, isSending }: ShipFootProps) {
  const { t, money, number } = useTexts()
  const plans = sheet.map((row) => planRow(row, model.carriers))
  const count = (is: RowPlan['is']) => plans.filter((plan) => plan.is === is).length
  const [ready, untracked] = [count('ready'), count('untracked')]
  const going = new Set(sheet.flatMap(({ order }, index) => (isGoing(plans[index]!) ? [order] : [])))
  const orders = model.rows.filter(({ order }) => going.has(order))
  const shipped = model.rows.filter(({ cannot }) => cannot?.isShipped).length
  const left = model.rows.length - sheet.length - shipped + count('out')
  return (
    <div className={styles.foot}>
      {sheet.length > 0 ? (
        <p className={styles.sums} role="status">
          <b>{t('shipMany.sum.ready', { n: ready })}</b>
          {untracked > 0 ? <Status tone="warn" text={t('shipMany.sum.untracked', { n: untracked })} /> : null}
          {count('problem') > 0 ? (
            <Status tone="bad" text={t('shipMany.sum.problem', { n: count('problem') })} />
          ) : null}
          {count('empty') > 0 ? <span>{t('shipMany.sum.empty', { n: count('empty') })}</span> : null}
          {shipped > 0 ? <span>{t('shipMany.sum.shipped', { n: shipped })}</span> : null}
          {left > 0 ? <span>{t('shipMany.sum.out', { n: left })}</span> : null}
          {orders.length > 0 ? (
            <span className={styles.worth}>
              {[
                t('shipMany.sum.units', { n: orders.reduce((sum, { units }) => sum + units, 0) }),
                sumsOf(orders.map((order) => order.money))
                  .map((sum) => money(sum))
                  .join(' + '),
              ].join(', ')}
            </span>
          ) : null}
        </p>
      ) : null}
      <span className={styles.send}>
        {model.next ? (
          <ButtonLink href={model.next.href} kind={sheet.length > 0 ? 'quiet' : 'primary'}>
            {model.next.text}
          </ButtonLink>
        ) : null}
        {sheet.length > 0 ? (
          <>
            <span className={styles.hint}>{t('ship.undoHint')}</span>
            <Button
              type="submit"
              kind="primary"
              icon={Truck}
              disabled={isSending}
              aria-keyshortcuts="Control+Enter"
              data-ship=""
            >
              {going.size === 0 || going.size === sheet.length
                ? t('shipMany.ship', { n: going.size })
                : t('shipMany.shipOf', { n: number(going.size), all: number(sheet.length) })}{' '}
              <kbd aria-hidden="true">Ctrl ↵</kbd>
            </Button>
          </>
        ) : (
          <ButtonLink href={model.backHref} kind={model.next ? 'secondary' : 'primary'}>
            {t('shipMany.done')}
          </ButtonLink>
        )}
      </span>
    </div>
  )
}

const isGoing = ({ is }: RowPlan) => is === 'ready' || is === 'untracked'

/** Sums by currency: they are never added to each other. */
function sumsOf(amounts: readonly MoneySum[]): MoneySum[] {
  return [...groupBy(amounts, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    minor: own.reduce((sum, { minor }) => sum + Number(minor), 0),
  }))
}
