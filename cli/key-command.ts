import {
  keyState,
  maxKeyDays,
  maxKeyNameLength,
  newKeyId,
  apiScopes,
  parseApiScope,
  scopesOf,
  defaultKeyDays,
  type ApiScope,
} from '#features/developers/api-keys/api-key.ts'
import {
  addKeyScopes,
  findApiKeyById,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
} from '#features/developers/api-keys/api-keys-db.server.ts'
import { sellersNamed } from '#features/people/accounts/members.server.ts'
import type { Database } from '#db/client.ts'
import { readAction, readArguments, required, UsageError, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'

export interface KeyActionContext {
  db: Database
  now: Date
  say: (line: string) => void
}

type Action = (context: KeyActionContext) => Promise<void>

const option = { type: 'string' } as const

export const keyCommand: Command = {
  name: 'key',
  summary: 'create, list, extend and revoke keys of the marketplace’s API',
  help: `npm run hub -- key <action>

  create --name <name> [--scopes <scope,scope>] [--seller <seller>] [--days <n>]
      Creates a key and prints it once; the hub stores only its hash. Without --seller the key works for every seller;
      with --seller (id, user name or external id) for that seller only. It has all scopes, or those of --scopes:
      ${scopesOf(false).join(', ')}
      (a seller's key: ${scopesOf(true).join(', ')}).
      It expires after ${defaultKeyDays} days, or after --days (1 to ${maxKeyDays}).
  list [--seller <seller>]
      Lists keys: id, name, last characters, scopes, owner, last use, expiry.
  grant <id> --scopes <scope,scope>
      Adds scopes to a key, which keeps its secret: for a key made before the hub had these scopes.
  revoke <id>
      Revokes a key at once.

docs/connect.md describes the API.`,
  async run(args, { openDatabase, say, now }) {
    const { action, rest } = readAction('key', args, ['create', 'list', 'grant', 'revoke'])
    const act = keyActions[action](rest)
    const { db } = await openDatabase()
    await act({ db, now: now(), say })
  },
}

/** The actions; each throws UsageError for invalid arguments before opening anything. */
export const keyActions = { create, list, grant, revoke } satisfies Record<string, (args: string[]) => Action>

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
    if (!made) throw new Error('a newly generated id is already in use')
    say(made.secret)
    say(`Key id, to revoke it and as client id for eBay tools: ${id}`)
  }
}

function readScopes(text: string, allowed: readonly ApiScope[]): ApiScope[] {
  return text.split(',').map((part) => {
    const scope = parseApiScope(part.trim())
    if (!scope || !allowed.includes(scope))
      throw new UsageError(`“${part.trim()}” is not a valid scope. Scopes: ${allowed.join(', ')}.`)
    return scope
  })
}

async function sellerNamed(db: Database, name: string): Promise<number> {
  const [found, ...others] = await sellersNamed(db.owner, name)
  if (!found) throw new UsageError(`No seller has the id, user name or external id “${name}”.`)
  if (others.length > 0) throw new UsageError(`“${name}” matches several sellers. Use the user name.`)
  return found.id
}

function list(args: string[]): Action {
  const { values } = readArguments(args, { options: { seller: option }, takes: [] })
  return async ({ db, now, say }) => {
    const sellerId = values.seller === undefined ? undefined : await sellerNamed(db, values.seller)
    const keys = await listApiKeys(db.owner, { sellerId })
    if (keys.length === 0) say('No keys yet.')
    for (const key of keys) {
      const state = keyState({ revoked_at: key.revokedAt, expires_at: key.expiresAt }, now)
      const ends = state === 'live' ? `until ${key.expiresAt?.toISOString().slice(0, 10) ?? 'revoked'}` : state
      const whose = key.sellerId === null ? 'marketplace' : `seller ${key.sellerId}`
      const used = key.lastUsedAt ? `used ${key.lastUsedAt.toISOString().slice(0, 16)}Z` : 'never used'
      say([key.id, key.name, `…${key.ending}`, key.scopes.join(','), whose, used, ends].join('  '))
    }
  }
}

function grant(args: string[]): Action {
  const { values, given } = readArguments(args, { options: { scopes: option }, takes: ['the key’s id'] })
  const scopes = readScopes(required(values.scopes, '--scopes'), apiScopes)
  return async ({ db, now, say }) => {
    const id = given[0]
    const key = await findApiKeyById(db.owner, id, now)
    if (!key) throw new UsageError(`No valid key has the id ${id}.`)
    const allowed = scopesOf(key.sellerId !== null)
    const refused = scopes.filter((scope) => !allowed.includes(scope))
    if (refused.length > 0)
      throw new UsageError(`This key cannot have ${refused.join(', ')}. Scopes: ${allowed.join(', ')}.`)
    await addKeyScopes(db.owner, { id, scopes })
    say(`Key ${id} has ${[...new Set([...key.scopes, ...scopes])].join(', ')}.`)
  }
}

function revoke(args: string[]): Action {
  const { given } = readArguments(args, { options: {}, takes: ['the key’s id'] })
  return async ({ db, now, say }) => {
    if (!(await revokeApiKey(db.owner, { id: given[0], now })))
      throw new UsageError(`No valid key has the id ${given[0]}.`)
    say(`Revoked key ${given[0]}.`)
  }
}
