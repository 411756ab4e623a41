import { data, redirect } from '#web/router/router.ts'
import { sellersNamed } from '#features/people/accounts/members.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import type { Hub } from '#web/hub.ts'
import { withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import {
  apiScopes,
  chosenDays,
  maxKeyNameLength,
  maxLiveKeys,
  parseKeyId,
  scopesOf,
  defaultKeyDays,
  type ApiScope,
} from './api-key.ts'
import { countLiveKeys, makeApiKey, revokeApiKey } from './api-keys-db.server.ts'
import { scopeName } from './api-keys-view.ts'

export interface KeyAnswer {
  errors: FieldErrors<'name' | 'scopes' | 'seller'>
  values: { name: string; scopes: readonly ApiScope[]; days: number; seller: string }
  /** The new key; its secret is shown only here. A seller's tool uses it with the client id (`/sell`). */
  made: { name: string; secret: string; clientId: string | null } | null
}

interface ChangeOfKeys {
  hub: Pick<Hub, 'db' | 'now'>
  form: FormData
  texts: Texts
  path: string
  madeBy: string
  /** The seller of the requesting owner; null for an operator, who may create keys for anybody. */
  sellerId: number | null
}

export async function changeKeys(change: ChangeOfKeys) {
  const { hub, form, path, sellerId } = change
  const step = oneOf(form, 'step', ['make', 'revoke'])
  if (!step) throw refuse('malformed')
  if (step === 'make') return makeKey(change)
  const whose = sellerId === null ? {} : { sellerId }
  if (!(await revokeApiKey(hub.db.owner, { id: textOf(form, 'key'), now: hub.now(), ...whose })))
    throw refuse('not-found')
  return redirect(withQuery(path, { done: 'revoked' }), { status: 303 })
}

async function makeKey({ hub, form, texts, path, madeBy, sellerId }: ChangeOfKeys) {
  const id = parseKeyId(textOf(form, 'key'))
  if (!id) throw refuse('malformed')
  const name = textOf(form, 'name').replaceAll(/\s+/g, ' ')
  const given = form.getAll('scope')
  const scopes = apiScopes.filter((scope) => given.includes(scope))
  const days = chosenDays.find((choice) => String(choice) === textOf(form, 'days')) ?? defaultKeyDays
  const seller = sellerId === null ? textOf(form, 'seller') : ''
  const answer = (errors: KeyAnswer['errors'], made: KeyAnswer['made'] = null) =>
    data<KeyAnswer>(
      { errors, values: { name, scopes, days, seller }, made },
      // Not cached: the secret is shown once.
      { status: made ? 200 : 422, headers: { 'Cache-Control': 'no-store' } },
    )
  const isForOne = seller !== '' || oneOf(form, 'for', ['all', 'one']) === 'one'
  const named = isForOne ? await sellersNamed(hub.db.owner, seller) : null
  const whose = sellerId ?? named?.[0]?.id ?? null
  const errors = keyErrors({ name, scopes, isOfSeller: sellerId !== null || named !== null }, texts)
  if (named && named.length !== 1) errors.seller = texts.t('apiKeys.error.noSeller')
  if (hasErrors(errors)) return answer(errors)
  const now = hub.now()
  if ((await countLiveKeys(hub.db.owner, { sellerId: whose, now })) >= maxLiveKeys)
    return answer({ form: texts.t('apiKeys.error.tooMany', { n: maxLiveKeys }) })
  const made = await makeApiKey(hub.db.owner, { id, name, scopes, sellerId: whose, madeBy, days, now })
  // A repeated request does not show the secret again.
  return made
    ? answer({}, { name, secret: made.secret, clientId: whose === null ? null : made.id })
    : redirect(withQuery(path, { done: 'already' }), { status: 303 })
}

function keyErrors(
  { name, scopes, isOfSeller }: { name: string; scopes: readonly ApiScope[]; isOfSeller: boolean },
  texts: Texts,
): KeyAnswer['errors'] {
  const { t } = texts
  const errors: KeyAnswer['errors'] = {}
  if (name === '') errors.name = t('apiKeys.error.noName')
  else if ([...name].length > maxKeyNameLength) errors.name = t('apiKeys.error.longName', { n: maxKeyNameLength })
  const beyond = scopes.filter((scope) => !scopesOf(isOfSeller).includes(scope))
  if (scopes.length === 0) errors.scopes = t('apiKeys.error.noScope')
  else if (beyond.length > 0)
    errors.scopes = t(isOfSeller ? 'apiKeys.error.sellerScope' : 'apiKeys.error.marketplaceScope', {
      scopes: beyond.map((scope) => scopeName(scope, texts)).join(', '),
    })
  return errors
}
