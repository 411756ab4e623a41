import { redirect } from '#web/router/router.ts'
import { oneOf, secretOf } from '#lib/form-fields.ts'
import type { Hub } from '#web/hub.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { directions, sentKinds, type RefusedName } from './connection.ts'
import { removeConnection, requestSendAgain } from './connections-db.server.ts'

/** Handles the page's forms: `step` asks to send one item or all again, or removes the connection. */
export async function changeConnections({ hub, form }: { hub: Pick<Hub, 'db' | 'now'>; form: FormData }) {
  const step = oneOf(form, 'step', ['one', 'all', 'remove'])
  if (!step) throw refuse('malformed')
  const name = secretOf(form, 'connection')
  if (step === 'remove') {
    await removeConnection(hub.db.owner, name)
    return redirect(paths.operatorConnections('removed'), { status: 303 })
  }
  const item = step === 'one' ? itemOf(form) : null
  const isKnown = await hub.db.asOwner((db) => requestSendAgain(db, { name, item, now: hub.now() }))
  if (!isKnown) throw refuse('not-found')
  return redirect(paths.operatorConnections('asked'), { status: 303 })
}

function itemOf(form: FormData): RefusedName {
  const direction = oneOf(form, 'direction', directions)
  const kind = oneOf(form, 'kind', sentKinds)
  if (!direction || !kind) throw refuse('malformed')
  return { direction, kind, seller: secretOf(form, 'seller'), id: secretOf(form, 'id') }
}
