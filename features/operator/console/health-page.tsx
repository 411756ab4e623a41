import { useLoaderData } from '#web/router/router.ts'
import { Button } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { findFailing } from './health-db.server.ts'
import { readHealthQuery, writeHealthQuery } from './health-query.ts'
import { failingModels, failureTabs, ruleModels, type FailingSellerModel, type RateModel } from './health-view.ts'
import styles from './operator-page.module.css'
import { SellerPages, sellerPages } from './seller-pages.tsx'
import { classNames } from '#shui/class-names.ts'
import { useShui } from '#shui/context.tsx'
import { Status } from '#shui/status/status.tsx'
import { watched } from '#features/core/seller-level/seller-level.ts'

await loadTexts('accounts', 'performance', 'seller-health')

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const query = readHealthQuery(url.searchParams)
  const { standards } = hub.config.policyPack
  const { rows, counts } = await findFailing(hub.db.owner, query)
  const total = counts[query.failure ?? 'all']
  const at = (offset: number) => withQuery(paths.operatorHealth, writeHealthQuery({ ...query, offset }))
  return {
    q: query.q,
    failure: query.failure,
    tabs: failureTabs(counts, query, texts),
    sellers: failingModels(rows, standards, texts),
    rules: ruleModels(standards, texts),
    since: counts.since && texts.moment(counts.since, 'dateTime'),
    pages: sellerPages({ ...query, rows: rows.length, total }, at, texts),
  }
})

export default function HealthPage() {
  const { q, failure, tabs, sellers, rules, since, pages } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('health.title')} />
      <p className={styles.intro}>{t('health.intro')}</p>
      <Tabs label={t('health.failures')} tabs={tabs} />
      <form method="get" role="search" className={styles.searchBelowTabs}>
        {failure ? <input type="hidden" name="failure" value={failure} /> : null}
        <TextField label={t('operator.search')} name="q" type="search" maxLength={100} defaultValue={q} />
        <Button type="submit">{t('grid.search')}</Button>
      </form>
      {sellers.length > 0 ? <FailingSellers sellers={sellers} /> : <NobodyFails {...{ q, failure, since }} />}
      <SellerPages {...pages} />
      <Section title={t('sales.how')}>
        <CardTable
          label={t('sales.how')}
          head={t('health.figure')}
          columns={[
            { key: 'what', label: t('health.whatCounts') },
            { key: 'of', label: t('health.rate') },
            { key: 'limit', label: t('health.limits') },
          ]}
          rows={rules.map(({ failure: key, name, what, of, limit }) => ({ key, name, cells: [what, of, limit] }))}
          className={styles.wordy}
        />
        {since ? <p className={styles.intro}>{t('health.counted', { since })}</p> : null}
      </Section>
    </>
  )
}

function NobodyFails({ q, failure, since }: { q: string; failure: string | null; since: string | null }) {
  const { t } = useTexts()
  if (q) return <Empty title={t('operator.empty.title')} hint={t('operator.empty.hint')} />
  if (!since) return <Empty title={t('health.uncounted.title')} hint={t('health.uncounted.hint')} />
  return <Empty title={t('health.none.title')} hint={t(failure ? 'health.noneOfKind.hint' : 'health.none.hint')} />
}

function FailingSellers({ sellers }: { sellers: readonly FailingSellerModel[] }) {
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
