import { data, redirect } from '#web/router/router.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import type { Hub } from '#web/hub.ts'
import { withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { retryDelivery } from './deliveries-db.server.ts'
import {
  addEndpoint,
  chooseTypes,
  findEndpoint,
  maxEndpoints,
  pauseEndpoint,
  removeEndpoint,
  rotateSecret,
} from './endpoints-db.server.ts'
import { parseEventType, type EventType } from './event.ts'
import { urlProblem } from '#features/machinery/outbound/reach.ts'
import { sendTest } from './send-test.server.ts'
import { webhookHref, type Done, type Place } from './webhooks-view.server.ts'
import type { WebhooksAnswer } from './webhooks-model.ts'

interface Change {
  hub: Hub
  form: FormData
  texts: Texts
  /** Recorded as the author of a new webhook. */
  member: { name: string }
}

/** Handles the page's forms; `step` names the form, `webhook` a webhook of this owner. */
export async function changeWebhooks(change: Change, place: Place) {
  const { hub, form } = change
  const step = oneOf(form, 'step', ['add', 'choose', 'pause', 'resume', 'rotate', 'test', 'retry', 'remove'])
  if (!step) throw refuse('malformed')
  if (step === 'add') return add(change, place)
  const db = hub.db.owner
  const endpoint = await findEndpoint(db, { id: textOf(form, 'webhook'), sellerId: place.sellerId })
  if (!endpoint) throw refuse('not-found')
  const { id } = endpoint
  const back = (done: Done) => redirect(webhookHref(place, id, { done }), { status: 303 })
  switch (step) {
    case 'choose': {
      const { types, error, values } = chosenTypes(change)
      if (error) return answer({ errors: { types: error }, values })
      await chooseTypes(db, id, types)
      return back('chosen')
    }
    case 'pause':
      await pauseEndpoint(db, id, hub.now())
      return back('paused')
    case 'resume':
      await pauseEndpoint(db, id, null)
      return back('resumed')
    case 'rotate':
      return answer({ made: { url: endpoint.url, secret: await rotateSecret(hub, id) } })
    case 'test':
      await sendTest(hub, id)
      return back('test')
    case 'retry':
      if (!(await retryDelivery(db, { endpointId: id, key: textOf(form, 'delivery'), now: hub.now() })))
        throw refuse('not-found')
      return back('retried')
    case 'remove':
      await removeEndpoint(db, id)
      return redirect(withQuery(place.path, { done: 'removed' satisfies Done }), { status: 303 })
  }
}

/** Not cached: the secret is shown once. */
function answer({ errors = {}, values = {}, made = null }: Partial<WebhooksAnswer>) {
  return data<WebhooksAnswer>(
    { errors, values, made },
    { status: made ? 200 : 422, headers: { 'Cache-Control': 'no-store' } },
  )
}

async function add(change: Change, place: Place) {
  const { hub, form, texts, member } = change
  const url = textOf(form, 'url')
  const { types, error, values } = chosenTypes(change)
  const problem = urlProblem(url, hub.config.webhookNetworks)
  const typed = { ...values, url }
  if (problem || error)
    return answer({
      errors: { ...(problem ? { url: texts.t(`webhooks.error.${problem}`) } : {}), ...(error ? { types: error } : {}) },
      values: typed,
    })
  const added = await addEndpoint(hub, { sellerId: place.sellerId, url, types, madeBy: member.name })
  if (added.ok) return answer({ made: { url, secret: added.secret } })
  return answer({ errors: { url: texts.t(`webhooks.error.${added.reason}`, { n: maxEndpoints }) }, values: typed })
}

function chosenTypes({ form, texts }: Change): {
  types: EventType[] | null
  error: string | null
  values: WebhooksAnswer['values']
} {
  if (oneOf(form, 'what', ['all', 'some']) !== 'some') return { types: null, error: null, values: { all: true } }
  const types = form.getAll('type').flatMap((type) => (typeof type === 'string' && parseEventType(type)) || [])
  const error = types.length === 0 ? texts.t('webhooks.error.types') : null
  return { types, error, values: { all: false, types } }
}
