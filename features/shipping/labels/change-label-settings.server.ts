import { data } from '#web/router/router.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { urlProblem } from '#features/machinery/outbound/reach.ts'
import { codeOf, oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { isCountry } from '#lib/is-country.ts'
import { readAmount } from '#lib/read-amount.ts'
import { hasErrors, looksLikeEmail, type FieldErrors } from '#web/form-answer.ts'
import { lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { registerWebhook, removeWebhook } from './label-webhook.server.ts'
import { providerFor, readAccounts, readLabelSettings, sealKey } from './label-accounts-db.server.ts'
import { LabelError, labelFormats, labelProviderKinds } from '#features/shipping/label-providers/label-provider.ts'

/** Parts of the sender, with their longest texts. */
const parts = {
  name: 100,
  company: 100,
  line1: 100,
  line2: 100,
  city: 100,
  region: 100,
  postal_code: 20,
  phone: 40,
  email: 200,
  eori: 20,
} as const

export const senderParts = Object.keys(parts) as (keyof typeof parts)[]
const neededParts: readonly (keyof typeof parts)[] = ['name', 'line1', 'city']

type SettingsField =
  | keyof typeof parts
  | 'country'
  | 'dailyLimit'
  | 'accountName'
  | 'url'
  | 'key'
  | `webhookSecret.${string}`

const steps = ['sender', 'add', 'remove', 'webhook'] as const
type Step = (typeof steps)[number]

/** The response of a form that was refused; never a key. */
export interface LabelSettingsAnswer {
  step: Step
  errors: FieldErrors<SettingsField>
  values: Readonly<Record<string, string>>
}

type Outcome = { done: 'sender' | 'added' | 'removed' | 'webhook' } | { answer: ReturnType<typeof answered> }

const answered = (step: Step, errors: FieldErrors<SettingsField>, values: Record<string, string> = {}) =>
  data<LabelSettingsAnswer>({ step, errors, values }, { status: 422 })

const permission = 'keys.manage'

/** Handles the forms of the page; `step` names the form. */
export async function changeLabelSettings(visit: SellerActionArgs): Promise<Outcome> {
  const step = oneOf(visit.form, 'step', steps)
  switch (step) {
    case 'sender':
      return saveSender(visit)
    case 'add':
      return addAccount(visit)
    case 'remove':
      await removeWebhookOf(visit)
      await visit.write((db) =>
        updateOfSeller(db, 'label_accounts', visit.seller.id)
          .set({ sealed_key: null, sealed_webhook_secret: null, removed_at: visit.hub.now() })
          .where('account_key', '=', textOf(visit.form, 'account'))
          .execute(),
      )
      return { done: 'removed' }
    case 'webhook':
      return saveWebhookSecret(visit)
    case null:
      throw refuse('malformed')
  }
}

async function saveSender(visit: SellerActionArgs): Promise<Outcome> {
  const { form, seller, texts, write } = visit
  const { t } = texts
  const errors: FieldErrors<SettingsField> = {}
  const typed = Object.fromEntries(senderParts.map((part) => [part, textOf(form, part)])) as Record<
    keyof typeof parts,
    string
  >
  for (const part of senderParts) {
    if (typed[part] === '' && neededParts.includes(part)) errors[part] = t('labels.error.needed')
    if ([...typed[part]].length > parts[part]) errors[part] = t('labels.error.long', { n: parts[part] })
  }
  if (typed.email !== '' && !looksLikeEmail(typed.email)) errors.email = t('labels.error.email')
  const country = codeOf(form, 'country').toUpperCase()
  if (!isCountry(country)) errors.country = t('labels.error.origin')
  const limit = textOf(form, 'dailyLimit')
  const { currency } = seller
  const daily_limit_minor = limit === '' ? null : readAmount(limit, { currency, grouping: texts.grouping })
  if (limit !== '' && daily_limit_minor === null) errors.dailyLimit = t('labels.error.insured')
  const format = oneOf(form, 'format', labelFormats) ?? 'PDF_A6'
  const ships_at = oneOf(form, 'shipsAtScan', ['SCAN']) ?? 'TOLD'
  const shown = { ...typed, country, dailyLimit: limit, format, shipsAtScan: ships_at, begun: textOf(form, 'begun') }
  if (hasErrors(errors)) return { answer: answered('sender', errors, shown) }
  const part = (name: keyof typeof parts) => typed[name] || null
  const wanted: Row<'label_settings'> = {
    seller_id: seller.id,
    name: typed.name,
    company: part('company'),
    line1: typed.line1,
    line2: part('line2'),
    city: typed.city,
    region: part('region'),
    postal_code: part('postal_code'),
    country,
    phone: part('phone'),
    email: part('email'),
    eori: part('eori'),
    format,
    ships_at,
    daily_limit_minor,
  }
  const late = await write(async (db) => {
    await lockSettings(db, visit, permission)
    const problem = lostUpdateAnswer(form, { present: (await readLabelSettings(db, seller.id)) ?? null, wanted }, texts)
    if (problem) return problem
    const { seller_id: _, ...changes } = wanted
    await db
      .insertInto('label_settings')
      .values(wanted)
      .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(changes))
      .execute()
    return null
  })
  return late ? { answer: answered('sender', { form: late }, shown) } : { done: 'sender' }
}

async function addAccount(visit: SellerActionArgs): Promise<Outcome> {
  const { form, hub, seller, texts, write, requireStill } = visit
  const { t } = texts
  const provider = oneOf(form, 'provider', labelProviderKinds)
  if (!provider) throw refuse('malformed')
  const name = textOf(form, 'accountName')
  const url = textOf(form, 'url').replace(/\/+$/, '')
  const key = secretOf(form, 'key').trim()
  const errors: FieldErrors<SettingsField> = {}
  if (name === '' || [...name].length > 60) errors.accountName = t('labels.error.needed')
  const { ownCarrier, webhookNetworks } = hub.config
  const problem = url === ownCarrier ? null : urlProblem(url, webhookNetworks)
  if (problem) errors.url = t(`labels.error.url.${problem}`)
  if (key === '' || key.length > 500) errors.key = t('labels.error.needed')
  const shown = { provider, accountName: name, url }
  if (hasErrors(errors)) return { answer: answered('add', errors, shown) }
  const account = { provider, url, sealed_key: sealKey(key, hub) }
  try {
    await providerFor(account, hub).checkKey()
  } catch (error) {
    if (!(error instanceof LabelError)) throw error
    const text = t(error.failure === 'KEY' ? 'labels.error.key' : 'labels.error.away', { words: error.message })
    return { answer: answered('add', error.failure === 'KEY' ? { key: text } : { url: text }, shown) }
  }
  await requireStill()
  const now = hub.now()
  const added = await write((db) =>
    db
      .insertInto('label_accounts')
      .values({ seller_id: seller.id, name, ...account, sealed_webhook_secret: null, added_at: now, checked_at: now })
      .onConflict((conflict) => conflict.columns(['seller_id', 'name']).where('removed_at', 'is', null).doNothing())
      .returningAll()
      .executeTakeFirst(),
  )
  if (added) await keepWebhook(visit, added)
  return added ? { done: 'added' } : { answer: answered('add', { accountName: t('labels.error.name') }, shown) }
}

/** Has the provider send tracking to the hub, where it takes that by its API. */
async function keepWebhook({ hub, seller, write }: SellerActionArgs, account: Row<'label_accounts'>): Promise<void> {
  const sealed = await registerWebhook(account, hub)
  if (sealed !== null)
    await write((db) =>
      updateOfSeller(db, 'label_accounts', seller.id)
        .set({ sealed_webhook_secret: sealed })
        .where('id', '=', account.id)
        .where('removed_at', 'is', null)
        .execute(),
    )
}

async function removeWebhookOf({ form, hub, seller, read }: SellerActionArgs): Promise<void> {
  const accounts = await read((db) => readAccounts(db, seller.id))
  const account = accounts.find(({ account_key: key }) => key === textOf(form, 'account'))
  if (account?.sealed_webhook_secret != null) await removeWebhook(account, hub)
}

async function saveWebhookSecret({ form, hub, seller, texts, write }: SellerActionArgs): Promise<Outcome> {
  const key = textOf(form, 'account')
  const secret = secretOf(form, 'webhookSecret').trim()
  if (secret === '' || secret.length > 500)
    return { answer: answered('webhook', { [`webhookSecret.${key}`]: texts.t('labels.error.needed') }) }
  await write((db) =>
    updateOfSeller(db, 'label_accounts', seller.id)
      .set({ sealed_webhook_secret: sealKey(secret, hub) })
      .where('account_key', '=', key)
      .execute(),
  )
  return { done: 'webhook' }
}
