import {
  keyState,
  maxKeyDays,
  maxKeyNameLength,
  newKeyId,
  parseApiScope,
  scopesOf,
  defaultKeyDays,
  type ApiScope,
} from '#features/shop/api-keys/api-key.ts'
import { listApiKeys, makeApiKey, revokeApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import { sellersNamed } from '#features/shop/accounts/members.server.ts'
import type { Database } from '#db/client.ts'
import { readAction, readArguments, required, UsageError, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'

/** Dependencies of an action. */
export interface KeyActionContext {
  db: Database
  now: Date
  say: (line: string) => void
}

type Action = (context: KeyActionContext) => Promise<void>

const option = { type: 'string' } as const

/** Creates, lists and revokes API keys. */
export const keyCommand: Command = {
  name: 'key',
  summary: 'create, list and revoke keys of the marketplace’s API',
  help: `npm run hub -- key <action>

  create --name <name> [--scopes <scope,scope>] [--seller <seller>] [--days <n>]
      Makes a key and prints it, once: the hub keeps only its hash. Without --seller it is the marketplace's, good for
      every seller; with one (id, user name or external id) it is good for that seller alone. It may do everything,
      or what --scopes names: ${scopesOf(false).join(', ')}
      (a seller's key: ${scopesOf(true).join(', ')}).
      It ends after ${defaultKeyDays} days, or as many as --days says (1 to ${maxKeyDays}).
  list [--seller <seller>]
      Lists keys: id, name, last characters, scopes, whose, last use, end.
  revoke <id>
      Ends a key at once.

docs/connect.md says what to do with one.`,
  async run(args, { openDatabase, say, now }) {
    const { action, rest } = readAction('key', args, ['create', 'list', 'revoke'])
    const act = keyActions[action](rest)
    const { db } = await openDatabase()
    await act({ db, now: now(), say })
  },
}

/** The actions; each throws UsageError for invalid arguments before opening anything. */
export const keyActions = { create, list, revoke } satisfies Record<string, (args: string[]) => Action>

function create(args: string[]): Action {
  const options = { name: option, scopes: option, seller: option, days: option }
  const { values } = readArguments(args, { options, takes: [] })
  const name = required(values.name, '--name')
  if (name.length > maxKeyNameLength) throw new UsageError(`--name has at most ${maxKeyNameLength} characters.`)
  const days =
    values.days === undefined ? defaultKeyDays : wholeNumber(values.days, '--days', { least: 1, most: maxKeyDays })
  const allowed: readonly ApiScope[] = scopesOf(values.seller !== undefined)
  const scopes = values.scopes === undefined ? [...allowed] : readScopes(values.scopes, allowed)
  return async ({ db, now, say }) => {
    const sellerId = values.seller === undefined ? null : await sellerNamed(db, values.seller)
    const id = newKeyId()
    const made = await makeApiKey(db.owner, { id, name, scopes, sellerId, madeBy: null, days, now })
    if (!made) throw new Error('an id that was drawn just now is taken')
    say(made.secret)
    say(`Its id, which revokes it and is the client id of eBay’s tools: ${id}`)
  }
}

function readScopes(text: string, allowed: readonly ApiScope[]): ApiScope[] {
  return text.split(',').map((part) => {
    const scope = parseApiScope(part.trim())
    if (!scope || !allowed.includes(scope))
      throw new UsageError(`“${part.trim()}” is no scope here. There are: ${allowed.join(', ')}.`)
    return scope
  })
}

async function sellerNamed(db: Database, name: string): Promise<number> {
  const [found, ...others] = await sellersNamed(db.owner, name)
  if (!found) throw new UsageError(`No seller has the id, user name or external id “${name}”.`)
  if (others.length > 0) throw new UsageError(`“${name}” is the name of several sellers. Use the user name.`)
  return found.id
}

function list(args: string[]): Action {
  const { values } = readArguments(args, { options: { seller: option }, takes: [] })
  return async ({ db, now, say }) => {
    const sellerId = values.seller === undefined ? undefined : await sellerNamed(db, values.seller)
    const keys = await listApiKeys(db.owner, { sellerId })
    if (keys.length === 0) say('There are no keys.')
    for (const key of keys) {
      const state = keyState({ revoked_at: key.revokedAt, expires_at: key.expiresAt }, now)
      const ends = state === 'live' ? `until ${key.expiresAt?.toISOString().slice(0, 10) ?? 'revoked'}` : state
      const whose = key.sellerId === null ? 'marketplace' : `seller ${key.sellerId}`
      const used = key.lastUsedAt ? `used ${key.lastUsedAt.toISOString().slice(0, 16)}Z` : 'never used'
      say([key.id, key.name, `…${key.ending}`, key.scopes.join(','), whose, used, ends].join('  '))
    }
  }
}

function revoke(args: string[]): Action {
  const { given } = readArguments(args, { options: {}, takes: ['the key’s id'] })
  return async ({ db, now, say }) => {
    if (!(await revokeApiKey(db.owner, { id: given[0], now })))
      throw new UsageError(`There is no key ${given[0]} that is still good.`)
    say(`The key ${given[0]} is revoked.`)
  }
}
