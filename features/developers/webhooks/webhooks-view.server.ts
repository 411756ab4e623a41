import type { Texts } from '#texts/texts.ts'
import type { Hub } from '#web/hub.ts'
import { withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import {
  findDelivery,
  isInProgress,
  lastAttempts,
  listDeliveries,
  type ClaimedDelivery,
  type DeliveryState,
} from './deliveries-db.server.ts'
import { findEndpoint, listEndpoints, type Endpoint } from './endpoints-db.server.ts'
import type { SendFailure } from './send.server.ts'
import type { DeliveryModel, StateModel, WebhookDetails, WebhookModel, WebhooksModel } from './webhooks-model.ts'

export interface Place {
  /** Null: the marketplace. */
  sellerId: number | null
  path: string
}

interface PageContext {
  hub: Hub
  texts: Texts
  url: URL
}

const perPage = 25

const doneTexts = ['test', 'paused', 'resumed', 'removed', 'chosen', 'retried'] as const
export type Done = (typeof doneTexts)[number]

export const webhookHref = ({ path }: Place, id: string, more: { before?: string | null; done?: Done } = {}) =>
  withQuery(path, { webhook: id, ...more })

export async function readWebhooks({ hub, texts, url }: PageContext, place: Place): Promise<WebhooksModel> {
  const db = hub.db.owner
  const webhookId = url.searchParams.get('webhook')
  const done = doneTexts.find((name) => name === url.searchParams.get('done'))
  const page = {
    isOperator: place.sellerId === null,
    hasNetworks: hub.config.webhookNetworks.length > 0,
    done: done ? texts.t(`webhooks.done.${done}`) : null,
  }
  if (webhookId !== null) {
    const endpoint = await findEndpoint(db, { id: webhookId, sellerId: place.sellerId })
    if (!endpoint) throw refuse('not-found')
    const before = url.searchParams.get('before')
    const last = await lastAttempts(db, [endpoint.id])
    const shownBefore =
      before === null ? undefined : await findDelivery(db, { endpointId: endpoint.id, key: before, now: hub.now() })
    const rows = await listDeliveries(db, {
      endpointId: endpoint.id,
      before: shownBefore?.id ?? null,
      limit: perPage + 1,
      now: hub.now(),
    })
    return {
      ...page,
      webhooks: [],
      details: detailsModel({ endpoint, last: last.get(endpoint.id), rows, now: hub.now() }, place, texts),
    }
  }
  const endpoints = await listEndpoints(db, place.sellerId)
  const last = await lastAttempts(
    db,
    endpoints.map(({ id }) => id),
  )
  return {
    ...page,
    webhooks: endpoints.map((endpoint) => webhookModel(endpoint, last.get(endpoint.id), place, texts)),
    details: null,
  }
}

function stateModel({ pausedAt }: Endpoint, last: DeliveryState | undefined, { t }: Texts): StateModel {
  if (pausedAt) return { tone: 'neutral', text: t('word.paused') }
  switch (last) {
    case undefined:
      return { tone: 'neutral', text: t('webhooks.state.new') }
    case 'DELIVERED':
      return { tone: 'good', text: t('word.delivered') }
    case 'WAITING':
      return { tone: 'warn', text: t('webhooks.state.trying') }
    case 'PARKED':
      return { tone: 'bad', text: t('word.givenUp') }
  }
}

const webhookModel = (
  endpoint: Endpoint,
  last: DeliveryState | undefined,
  place: Place,
  texts: Texts,
): WebhookModel => ({
  id: endpoint.id,
  url: endpoint.url,
  href: webhookHref(place, endpoint.id),
  types: texts.t('webhooks.types', { n: endpoint.types?.length ?? 0 }),
  state: stateModel(endpoint, last, texts),
})

interface Details {
  endpoint: Endpoint
  last: DeliveryState | undefined
  rows: readonly ClaimedDelivery[]
  now: Date
}

function detailsModel({ endpoint, last, rows, now }: Details, place: Place, texts: Texts): WebhookDetails {
  const shown = rows.slice(0, perPage)
  const oldest = shown.at(-1)
  const { formerUntil } = endpoint
  return {
    id: endpoint.id,
    url: endpoint.url,
    back: place.path,
    made: texts.t('webhooks.made', { name: endpoint.madeBy, date: texts.moment(endpoint.madeAt, 'date') }),
    state: stateModel(endpoint, last, texts),
    isPaused: endpoint.pausedAt !== null,
    types: endpoint.types,
    bothUntil:
      formerUntil && formerUntil > now
        ? texts.t('webhooks.secret.both', { until: texts.moment(formerUntil, 'dateTime') })
        : null,
    deliveries: shown.map((row) => deliveryModel(row, texts)),
    older: oldest && rows.length > perPage ? webhookHref(place, endpoint.id, { before: oldest.delivery_key }) : null,
  }
}

function deliveryModel(row: ClaimedDelivery, texts: Texts): DeliveryModel {
  const { t, moment } = texts
  return {
    key: row.delivery_key,
    type: row.type,
    event: row.event_key,
    made: moment(row.made_at, 'dateTime'),
    state: deliveryState(row, texts),
    attempts:
      row.took_ms === null || !row.tried_at
        ? null
        : t('webhooks.delivery.attempts', {
            n: row.attempts,
            time: moment(row.tried_at, 'dateTime'),
            ms: row.took_ms,
          }),
    body: row.body && readableJson(row.body),
    answer:
      row.answer_status === null
        ? null
        : {
            title: t('webhooks.delivery.answer', { status: row.answer_status }),
            text: row.answer_text || t('webhooks.delivery.empty'),
          },
    failure: row.failure && t(`webhooks.failure.${row.failure as SendFailure}`),
    canRetry: !isInProgress(row),
  }
}

function deliveryState(row: ClaimedDelivery, { t, moment }: Texts): StateModel {
  if (row.state === 'DELIVERED') return { tone: 'good', text: t('word.delivered') }
  if (row.state === 'PARKED') return { tone: 'bad', text: t('word.givenUp') }
  if (isInProgress(row)) return { tone: 'neutral', text: t('webhooks.delivery.under-way') }
  if (row.attempts === 0) return { tone: 'neutral', text: t('word.waiting') }
  return { tone: 'warn', text: t('webhooks.delivery.again', { time: moment(row.due_at, 'dateTime') }) }
}

const readableJson = (text: string) => JSON.stringify(JSON.parse(text), null, 2)
