import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { keyState, type ApiScope, type KeyState } from './api-key.ts'
import type { ApiKey } from './api-keys-db.server.ts'

export interface KeyModel {
  id: string
  name: string
  /** "ends in …x9Qa" */
  ending: string
  status: { tone: StatusTone; text: string }
  /** The owner, if the list has keys of several. */
  whose: string | null
  scopes: string
  /** When and by whom it was created, last use, and expiry. */
  facts: string
  isLive: boolean
}

const tones: Record<KeyState, StatusTone> = { live: 'good', expired: 'neutral', revoked: 'neutral' }

export const scopeName = (scope: ApiScope, { t }: Pick<Texts, 't'>) => t(`apiKeys.scope.${scope}`)

/** Converts keys for the page, active ones first. `sellers` provides names. */
export function keyModels(
  keys: readonly ApiKey[],
  { now, texts, sellers }: { now: Date; texts: Texts; sellers: ReadonlyMap<Row<'sellers'>['id'], string> | null },
): KeyModel[] {
  const { t } = texts
  const models = keys.map((key): KeyModel => {
    const state = keyState({ revoked_at: key.revokedAt, expires_at: key.expiresAt }, now)
    const seller = sellers && key.sellerId !== null ? sellers.get(key.sellerId) : undefined
    const facts = [
      t('apiKeys.madeAt', { date: texts.moment(key.madeAt, 'date'), by: key.madeBy ?? 'none' }),
      key.lastUsedAt ? t('apiKeys.used', { at: texts.moment(key.lastUsedAt, 'dateTime') }) : t('apiKeys.neverUsed'),
      ...(state === 'live' && key.expiresAt ? [t('apiKeys.ends', { date: texts.moment(key.expiresAt, 'date') })] : []),
    ]
    return {
      id: key.id,
      name: key.name,
      ending: t('apiKeys.endsIn', { ending: key.ending }),
      status: { tone: tones[state], text: t('apiKeys.state', { state }) },
      whose: sellers ? (seller === undefined ? t('apiKeys.whoseAll') : t('apiKeys.whose', { seller })) : null,
      scopes: key.scopes.map((scope) => scopeName(scope, texts)).join(' · '),
      facts: facts.join(' · '),
      isLive: state === 'live',
    }
  })
  return [...models.filter(({ isLive }) => isLive), ...models.filter(({ isLive }) => !isLive)]
}
