import { readMessage } from '#shui/message/read-message.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import type { EvaluationWindow } from '#features/core/seller-level/evaluation.ts'
import type { FaultCounts, Watched } from '#features/core/seller-level/seller-level.ts'
import type { EvidenceRow } from '#features/insights/seller-level/evidence-db.server.ts'
import { evidenceForOperator } from '#features/insights/seller-level/evidence-view.server.ts'
import type { TextInput } from '#shui/text/text-model.ts'
import type { Texts } from '#texts/texts.ts'
import { rateModels, ruleModels } from './health-view.ts'
import type { SellerHealthModel } from './seller-health-section.tsx'
import type { SellerMember, SellerProfile, ShownMessage } from './seller-db.server.ts'

export interface SellerPageModel {
  name: string
  username: string
  facts: { label: string; value: string }[]
  health: SellerHealthModel
  members: { name: string; email: string; role: string; seen: string; twoStep: string }[]
  /** `written`: by which operator and when, where it was written to this seller alone. */
  messages: { key: string; title: TextInput; written: string | null; shown: string; read: string }[]
}

export interface SellerOnPage {
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
export function sellerPageModel({ seller, members, messages, health }: SellerOnPage, texts: Texts): SellerPageModel {
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
