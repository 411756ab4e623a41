import { classNames } from '#shui/class-names.ts'
import { useShui } from '#shui/context.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FailingSellerModel, RateModel } from './health-view.ts'
import { watched } from '#features/core/seller-level/seller-level.ts'
import styles from './operator-page.module.css'

export function FailingSellers({ sellers }: { sellers: readonly FailingSellerModel[] }) {
  const { t } = useTexts()
  const { Link } = useShui()
  return (
    <CardTable
      head={t('operator.seller')}
      columns={[
        ...watched.map((failure) => ({ key: failure, label: t('level.measure', { id: failure }), isNumber: true })),
        { key: 'sold', label: t('word.orders'), isNumber: true },
        { key: 'owners', label: t('health.owners') },
      ]}
      rows={sellers.map(({ name, username, href, rates, sold, writeHref }) => ({
        key: username,
        name: (
          <>
            <Link href={href}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className={styles.username}>{username}</span>
          </>
        ),
        cells: [
          ...rates.map((rate) => <Rate key={rate.failure} {...rate} />),
          sold,
          <Link
            key="write"
            href={writeHref}
            className={styles.act}
            aria-label={t('health.write.title', { shop: name })}
          >
            {t('health.write.short')}
          </Link>,
        ],
      }))}
      className={classNames(styles.named, styles.failing)}
    />
  )
}

function Rate({ failure, rate, count, isOver, href }: RateModel) {
  const { t } = useTexts()
  const { Link } = useShui()
  const figure = isOver ? <Status tone="bad" text={rate} /> : rate
  return (
    <span className={styles.figure}>
      {href ? (
        <Link href={href} aria-label={`${rate}, ${t('health.show', { failure: t('level.measure', { id: failure }) })}`}>
          {figure}
        </Link>
      ) : (
        <span>{figure}</span>
      )}
      <span className={styles.count}>{count}</span>
    </span>
  )
}
