import { useLoaderData } from '#web/router/router.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Text } from '#shui/text/text.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { operatorLoader } from '#web/guard.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { readMeasures } from '#features/core/seller-level/measure-sales-db.server.ts'
import { readEvidence } from '#features/insights/seller-level/evidence-db.server.ts'
import { findFailure } from './health.ts'
import styles from './operator-page.module.css'
import { findSeller, sellerMembers, sellerMessages } from './seller-db.server.ts'
import { SellerHealthSection } from './seller-health-section.tsx'
import { sellerPageModel } from './seller-view.ts'

await loadTexts('accounts', 'seller-health')

/** Orders shown of a measure. */
const mostEvidence = 50

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const db = hub.db.owner
  const seller = await findSeller(db, url.searchParams.get('seller') ?? '')
  if (!seller) throw refuse('not-found')
  const failure = findFailure(url.searchParams.get('failure'))
  const { standards } = hub.config.policyPack
  const own = { id: seller.id, timeZone: seller.time_zone }
  const [members, messages, { counts, failed, window }] = await Promise.all([
    sellerMembers(db, seller.id),
    sellerMessages(db, { sellerId: seller.id, locale: texts.locale }),
    ownRows(hub, seller.id).read(async (tx) => {
      const { counts: measured, faulty, on } = await readMeasures(tx, own, { standards, now: hub.now() })
      const ids = faulty.flatMap((month) => (month.fault === failure ? month.ids : []))
      return {
        counts: measured,
        window: on.window,
        failed: await readEvidence(tx, on, ids.slice(-mostEvidence).toReversed()),
      }
    }),
  ])
  const health = { counts, standards, window, failure, failed }
  return {
    ...sellerPageModel({ seller, members, messages, health }, texts),
    isWritten: url.searchParams.get('done') === 'written',
  }
})

/** One seller for whoever runs the marketplace: who works there, and what they were told, how it serves buyers. Its orders and buyers are its own: of an order behind a figure number and dates are shown. */
export default function OperatorSellerPage() {
  const { name, username, isWritten, facts, health, members, messages } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={name}
        before={<BackToList href={paths.operator}>{t('operator.back')}</BackToList>}
        actions={<ButtonLink href={paths.operatorWrite(username)}>{t('health.write')}</ButtonLink>}
        done={isWritten ? t('health.write.done') : null}
      />
      <dl className={styles.facts} translate="no">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SellerHealthSection {...health} />
      <Section title={t('operator.members')} count={String(members.length)}>
        {members.length === 0 ? (
          <p className={styles.none}>{t('operator.noMembers')}</p>
        ) : (
          <CardTable
            label={t('operator.members')}
            head={t('operator.member')}
            columns={[
              { key: 'role', label: t('operator.role') },
              { key: 'seen', label: t('operator.seen') },
              { key: 'signIn', label: t('operator.signIn') },
            ]}
            rows={members.map((member) => ({
              key: member.email,
              name: (
                <>
                  <bdi>{member.name}</bdi> <span className={styles.username}>{member.email}</span>
                </>
              ),
              cells: [member.role, member.seen, member.twoStep],
            }))}
          />
        )}
      </Section>
      <Section title={t('operator.messages')}>
        {messages.length === 0 ? (
          <p className={styles.none}>{t('operator.noMessages')}</p>
        ) : (
          <CardTable
            label={t('operator.messages')}
            head={t('operator.message')}
            columns={[
              { key: 'shown', label: t('operator.shownLast') },
              { key: 'read', label: t('operator.readBy') },
            ]}
            rows={messages.map((message) => ({
              key: message.key,
              name: (
                <>
                  <Text text={message.title} />
                  {message.written ? <p className={styles.written}>{message.written}</p> : null}
                </>
              ),
              cells: [message.shown, message.read],
            }))}
          />
        )}
      </Section>
    </>
  )
}
