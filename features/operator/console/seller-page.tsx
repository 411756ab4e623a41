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
import { readEvidence, type EvidenceRow } from '#features/insights/seller-level/evidence-db.server.ts'
import { findFailure } from './health.ts'
import styles from './operator-page.module.css'
import {
  findSeller,
  sellerMembers,
  sellerMessages,
  type SellerMember,
  type SellerProfile,
  type ShownMessage,
} from './seller-db.server.ts'
import { SellerHealthSection, type SellerHealthModel } from './seller-health-section.tsx'
import { readMessage } from '#shui/message/read-message.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import type { EvaluationWindow } from '#features/core/seller-level/evaluation.ts'
import type { FaultCounts, Watched } from '#features/core/seller-level/seller-level.ts'
import { evidenceForOperator } from '#features/insights/seller-level/evidence-view.server.ts'
import type { Texts } from '#texts/texts.ts'
import { rateModels, ruleModels } from './health-view.ts'

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

interface SellerOnPage {
  seller: SellerProfile
  members: SellerMember[]
  messages: ShownMessage[]
  health: {
    counts: FaultCounts
    standards: SellerStandards
    window: EvaluationWindow
    failure: Watched | null
    failed: EvidenceRow[]
  }
}

/** A seller in words. Times are the reader's. */
function sellerPageModel({ seller, members, messages, health }: SellerOnPage, texts: Texts) {
  const { t, number, moment } = texts
  const facts: [label: string, value: string | null][] = [
    [t('operator.username'), seller.username],
    [t('operator.externalId'), seller.external_id],
    [t('word.country'), texts.country(seller.country)],
    [t('settings.timeZone'), seller.time_zone],
    [t('word.currency'), seller.currency],
    [t('operator.registered'), moment(seller.registered_at, 'date')],
    [t('operator.suspended'), seller.suspended_at && moment(seller.suspended_at, 'date')],
    [t('operator.feedback'), number(seller.feedback_score)],
    [t('word.orders'), number(seller.orders)],
    [t('operator.lastOrder'), seller.last_order_at && moment(seller.last_order_at, 'date')],
    [t('word.activeListings'), number(seller.active_listings)],
    [t('word.store'), seller.store_url],
  ]
  return {
    name: seller.display_name,
    username: seller.username,
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
    health: healthModel(health, seller.username, texts),
    members: members.map(({ name, email, role, two_factor_enabled, last_seen_at }) => ({
      name,
      email,
      role: t('shell.role', { role }),
      seen: last_seen_at ? moment(last_seen_at, 'dateTime') : t('operator.notSeen'),
      twoStep: t('operator.twoStep', { is: two_factor_enabled ? 'on' : 'off' }),
    })),
    /** `written`: by which operator and when, where it was written to this seller alone. */
    messages: messages.map(({ key, model, last_shown_at, members: shownTo, read, written_by: by, created_at }) => {
      const message = readMessage(model)
      return {
        key,
        title: message?.title ?? message?.content[0] ?? key,
        written: by === null ? null : t('health.written', { by, at: moment(created_at, 'dateTime') }),
        shown: last_shown_at ? moment(last_shown_at, 'dateTime') : t('health.notShown'),
        read: t('operator.messageRead', { read, n: shownTo }),
      }
    }),
  }
}

function healthModel(
  { counts, standards, window, failure, failed }: SellerOnPage['health'],
  username: string,
  texts: Texts,
): SellerHealthModel {
  const hasMore = failure !== null && counts[failure] > failed.length
  return {
    period: texts.t('health.seller.period', {
      from: texts.moment(window.from, 'date'),
      to: texts.moment(new Date(window.before.getTime() - 1), 'date'),
    }),
    rates: rateModels({ counts, standards, username }, texts),
    rules: ruleModels(standards, texts),
    evidence: failure && {
      failure,
      ...evidenceForOperator(failed, failure, texts),
      most: hasMore ? texts.t('health.evidence.most', { n: failed.length, all: counts[failure] }) : null,
    },
  }
}
