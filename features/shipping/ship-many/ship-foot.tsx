import { useKeyName } from '#shui/use-key-name.ts'
import Truck from 'lucide-react/icons/truck'
import { sumsByCurrency } from '#lib/exact-sums.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ShipManyModel } from './ship-many-model.ts'
import { isShippable, type RowPlan } from './plan-sheet.ts'
import type { Sheet, SheetRow } from './sheet.ts'
import styles from './ship-foot.module.css'

interface ShipFootProps {
  model: ShipManyModel
  sheet: Sheet
  plans: ReadonlyMap<string, RowPlan>
  isSending: boolean
}

export function ShipFoot({ model, sheet, plans, isSending }: ShipFootProps) {
  const { t, money, number } = useTexts()
  const keyName = useKeyName()
  const ordersWhere = (test: (plan: RowPlan, row: SheetRow) => boolean) =>
    new Set(sheet.flatMap((row) => (test(plans.get(row.id) ?? { is: 'empty' }, row) ? [row.order] : [])))
  const open = ordersWhere(() => true).size
  const going = ordersWhere(isShippable)
  const untracked = ordersWhere(({ is }) => is === 'untracked').size
  const problems = ordersWhere(({ is }) => is === 'problem').size
  const out = ordersWhere(({ is }) => is === 'out').size
  const empty = open - going.size - problems - out
  const taken = ordersWhere((_, { isTaken }) => isTaken)
  const orders = model.rows.filter(({ order }) => taken.has(order))
  const shipped = model.rows.filter(({ cannot }) => cannot?.isShipped).length
  const left = model.rows.length - open - shipped + out
  return (
    <div className={styles.foot}>
      {sheet.length > 0 ? (
        <p className={styles.sums} role="status">
          <b>{t('shipMany.sum.ready', { n: going.size - untracked })}</b>
          {untracked > 0 ? <Status tone="warn" text={t('shipMany.sum.untracked', { n: untracked })} /> : null}
          {problems > 0 ? <Status tone="bad" text={t('shipMany.sum.problem', { n: problems })} /> : null}
          {empty > 0 ? <span>{t('shipMany.sum.empty', { n: empty })}</span> : null}
          {shipped > 0 ? <span>{t('shipMany.sum.shipped', { n: shipped })}</span> : null}
          {left > 0 ? <span>{t('shipMany.sum.out', { n: left })}</span> : null}
          {orders.length > 0 ? (
            <span className={styles.worth}>
              {[
                t('shipMany.sum.units', { n: orders.reduce((sum, { units }) => sum + units, 0) }),
                sumsByCurrency(orders.flatMap((order) => order.money ?? []))
                  .map((sum) => money(sum))
                  .join(' + '),
              ]
                .filter(Boolean)
                .join(', ')}
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
              {going.size === 0 || going.size === open
                ? t('shipMany.ship', { n: going.size })
                : t('shipMany.shipOf', { n: number(going.size), all: number(open) })}{' '}
              <kbd aria-hidden="true">{keyName('Control+Enter')}</kbd>
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
