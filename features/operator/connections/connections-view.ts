import type { StatusTone } from '#shui/status/status.tsx'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { connectionState, type Connection, type ConnectionState, type Refusal, type RefusedName } from './connection.ts'

/** Values of reasons, by the names that the texts have. */
const names = ['detail', 'hub', 'shop', 'amount', 'items', 'by', 'n', 'name', 'max', 'sku', 'kind'] as const

/**
 * A reason in the reader's language, by its code. What has none, or one that this version does not know, is told as the
 * connector says it.
 */
export function reasonWords({ why, reason }: Pick<Refusal, 'why' | 'reason'>, { t }: Texts): string {
  if (!why) return reason
  const { rule, ...params } = why.params
  const given = names.map((name) => [name, String(params[name] ?? '')] as const)
  const values = Object.fromEntries(given) as Record<(typeof names)[number], string>
  const broken = rule === undefined ? '' : t('connections.rule', { ...values, rule: String(rule) })
  const detail = broken || values.detail
  return t('connections.why', { ...values, detail, code: why.code.replaceAll('-', '_') }) || reason
}

/** Events counted at most: more are "1,000+". */
export const mostUnread = 1_000

export interface RefusalModel extends RefusedName {
  /** "Order A-1001". */
  name: string
  /** "To the hub". */
  where: string
  reason: string
  since: string
  /** Whether an operator has asked to send it again. */
  isAsked: boolean
}

export interface ConnectionModel {
  name: string
  /** "Vendure 3.7.3". */
  shop: string
  status: { tone: StatusTone; text: string }
  failure: string | null
  facts: { label: string; value: string }[]
  refused: RefusalModel[]
  /** "2", or "the newest 200 of 1,204". */
  count: string
  /** Whether an operator has asked to send everything again. */
  isAllAsked: boolean
  /** Whether its connector has gone silent, so that it may be removed. */
  canRemove: boolean
}

const tones: Record<ConnectionState, StatusTone> = {
  working: 'good',
  starting: 'neutral',
  behind: 'warn',
  failing: 'bad',
  silent: 'bad',
}

interface Counted {
  connection: Connection
  /** Events of the hub that its connector has not processed; null if it has read none. */
  unread: number | null
}

export const connectionModels = (connections: readonly Counted[], now: Date, texts: Texts): ConnectionModel[] =>
  connections.map(({ connection, unread }) => connectionModel(connection, { unread, now, texts }))

function connectionModel(
  connection: Connection,
  { unread, now, texts }: { unread: number | null; now: Date; texts: Texts },
): ConnectionModel {
  const { t, number } = texts
  const { counts, reportedAt, shopReadAt, hubReadAt, failure, failureWhy, refused, allAskedAt, takesOffers } =
    connection
  const state = connectionState(connection, now)
  const when = (at: Date | null) => (at ? momentWords(at, now, texts) : t('connections.never'))
  const kept = counts.waiting + counts.refused
  return {
    name: connection.name,
    shop: [connection.shop, connection.shopVersion].filter(Boolean).join(' '),
    status: { tone: tones[state], text: t('connections.state', { state, at: when(reportedAt) }) },
    failure: failure === null ? null : reasonWords({ why: failureWhy, reason: failure }, texts),
    facts: [
      { label: t('connections.connector'), value: versionsOf(connection, texts) },
      { label: t('connections.reportedAt'), value: when(reportedAt) },
      { label: t('connections.shopReadAt'), value: when(shopReadAt) },
      { label: t('connections.hubReadAt'), value: when(hubReadAt) },
      { label: t('connections.unread'), value: unread === null ? '–' : unreadWords(unread, texts) },
      { label: t('connections.listings'), value: number(counts.listings) },
      { label: t('connections.orders'), value: number(counts.orders) },
      { label: t('connections.told'), value: number(counts.told) },
      { label: t('connections.waiting'), value: number(counts.waiting) },
      { label: t('connections.refused'), value: number(counts.refused) },
      ...(takesOffers ? [] : [{ label: t('connections.offers'), value: t('connections.offers.none') }]),
    ],
    refused: refused.map((refusal) => ({
      direction: refusal.direction,
      kind: refusal.kind,
      seller: refusal.seller,
      id: refusal.id,
      name: nameOf(refusal, texts),
      where: t('connections.direction', { direction: refusal.direction }),
      reason: reasonWords(refusal, texts),
      since: momentWords(refusal.since, now, texts),
      isAsked: refusal.askedAt !== null || allAskedAt !== null,
    })),
    count: kept > refused.length ? t('connections.newest', { n: refused.length, all: kept }) : number(refused.length),
    isAllAsked: allAskedAt !== null,
    canRemove: state === 'silent',
  }
}

/** "0.1.0, kit 0.1.0". */
const versionsOf = ({ connectorVersion, kitVersion }: Connection, { t }: Texts) =>
  [connectorVersion, kitVersion && t('connections.kit', { version: kitVersion })].filter(Boolean).join(', ') || '–'

const unreadWords = (unread: number, { number }: Texts) =>
  unread > mostUnread ? `${number(mostUnread)}+` : number(unread)

/** An item by its own id, or by that of its order or listing: operators do not know ids of parcels. */
const nameOf = ({ kind, id, about }: Refusal, { t }: Texts) =>
  about === null || kind === 'LISTING' || kind === 'ORDER'
    ? t('connections.item', { kind, id })
    : t('connections.itemOf', { kind, id: about })
