import { useShui } from '#shui/context.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import type { RateModel, RuleModel } from './health-view.ts'
import type { Watched } from '#features/core/seller-level/seller-level.ts'
import styles from './operator-page.module.css'

export interface SellerHealthModel {
  period: string
  rates: RateModel[]
  rules: RuleModel[]
  evidence: {
    failure: Watched
    title: string
    columns: { key: string; label: string }[]
    orders: { number: string; cells: string[] }[]
    /** Note that there are more than are shown; null if not. */
    most: string | null
  } | null
}

export function SellerHealthSection({ period, rates, rules, evidence }: SellerHealthModel) {
  const { t } = useTexts()
  const { Link } = useShui()
  return (
    <>
      <Section title={t('health.seller')} count={period}>
        <CardTable
          head={t('health.figure')}
          columns={[
            { key: 'rate', label: t('health.rate'), isNumber: true },
            { key: 'count', label: t('word.orders'), isNumber: true },
            { key: 'status', label: t('word.status') },
            { key: 'limit', label: t('health.limits') },
          ]}
          rows={rules.flatMap(({ failure, name, limit }) =>
            rates
              .filter((rate) => rate.failure === failure)
              .map(({ rate, count, isOver, href }) => ({
                key: failure,
                isCurrent: evidence?.failure === failure,
                name: href ? <Link href={`${href}#orders`}>{name}</Link> : name,
                cells: [
                  rate,
                  count,
                  <Status
                    key="status"
                    tone={isOver ? 'bad' : 'good'}
                    text={t('health.over', { is: isOver ? 'over' : 'within' })}
                  />,
                  limit,
                ],
              })),
          )}
          className={styles.named}
        />
      </Section>
      {evidence ? (
        <Section title={evidence.title} count={evidence.most}>
          <div id="orders" className={styles.anchor}>
            {evidence.orders.length === 0 ? (
              <p className={styles.none}>{t('health.evidence.none')}</p>
            ) : (
              <CardTable
                label={evidence.title}
                head={t('word.order')}
                columns={evidence.columns}
                rows={evidence.orders.map(({ number, cells }) => ({ key: number, name: number, cells }))}
              />
            )}
          </div>
        </Section>
      ) : null}
    </>
  )
}
