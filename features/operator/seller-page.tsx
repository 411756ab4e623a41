import { useLoaderData } from 'react-router'
import { BackToList } from '#features/grid/back-to-list.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Text } from '#shui/text/text.tsx'
import { useTexts } from '#texts/context.tsx'
import { lateTexts } from '#texts/late-areas.ts'
import { operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import styles from './operator-page.module.css'
import { findSeller, sellerMembers, sellerMessages } from './seller-db.server.ts'
import { sellerPageModel } from './seller-view.ts'

await lateTexts('accounts')

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const db = hub.db.owner
  const seller = await findSeller(db, url.searchParams.get('seller') ?? '')
  if (!seller) throw refuse('not-found')
  const [members, messages] = await Promise.all([
    sellerMembers(db, seller.id),
    sellerMessages(db, { sellerId: seller.id, locale: texts.locale }),
  ])
  return sellerPageModel({ seller, members, messages }, texts)
})

/** One seller for whoever runs the marketplace: who works there, and what they were told. Its orders and buyers are its own. */
export default function OperatorSellerPage() {
  const { name, facts, members, messages } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={name} before={<BackToList href={paths.operator}>{t('operator.back')}</BackToList>} />
      <dl className={styles.facts} translate="no">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
              name: <Text text={message.title} />,
              cells: [message.shown, message.read],
            }))}
          />
        )}
      </Section>
    </>
  )
}
