import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { NewWindowLabel } from '#shui/text/text.tsx'
import { useTexts } from '#texts/context.tsx'
import { DocumentForm, PageForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import type { OrderLabelModel } from '#features/order-page/read/order-labels-view.ts'
import styles from './order-view.module.css'

/** The bought labels of an order: print them again, ship their parcel, or void them. */
export function OrderLabels({ labels, number }: { labels: readonly OrderLabelModel[]; number: string }) {
  const { t } = useTexts()
  return (
    <ul className={styles.list}>
      {labels.map(({ key, state, facts, kind, problem, warning, printHref, slipHref, mayShip, mayVoid }) => (
        <li key={key} className={styles.entry}>
          <p className={styles.entryHead}>
            <b>{kind}</b>
            <Status {...state} />
          </p>
          {facts ? <p>{facts}</p> : null}
          {problem ? <p className={styles.quiet}>{problem}</p> : null}
          {warning ? <Status tone="warn" text={warning} /> : null}
          {slipHref ? (
            <DocumentForm action={slipHref} target="_blank" rel="noopener" className={styles.takeBack}>
              <Button type="submit" size="small">
                {t('order.label.slip')}
                <NewWindowLabel />
              </Button>
            </DocumentForm>
          ) : null}
          <PageForm action={paths.orderLabel} className={styles.takeBack} replace>
            <input type="hidden" name="order" value={number} />
            <input type="hidden" name="label" value={key} />
            {printHref ? (
              <ButtonLink href={printHref} size="small" target="_blank" rel="noopener">
                {t('word.print')}
                <NewWindowLabel />
              </ButtonLink>
            ) : null}
            {mayShip ? (
              <Button type="submit" name="step" value="ship" size="small">
                {t('order.label.ship')}
              </Button>
            ) : null}
            {mayVoid ? (
              <Button type="submit" name="step" value="void" size="small" kind="quiet">
                {t('order.label.void')}
              </Button>
            ) : null}
          </PageForm>
        </li>
      ))}
    </ul>
  )
}
