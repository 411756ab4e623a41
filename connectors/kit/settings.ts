import path from 'node:path'
import type { StockOwner } from './decide.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Settings {
  hubUrl: string
  hubKey: string
  hubSecret: string | null
  /** Its name in the hub's list of connections. */
  connection: string
  /** The outbox. */
  file: string
  /** A PostgreSQL database for the outbox; null keeps it in the file. */
  outboxUrl: string | null
  placeholder: string | null
  shopVersion: string | null
  host: string
  /** Port for webhooks; null receives none. */
  port: number | null
  stock: StockOwner
  /** Milliseconds between rounds. */
  every: number
}

export class SettingError extends Error {}

export function required(env: Environment, name: string, meaning: string): string {
  const value = env[name]
  if (!value) throw new SettingError(`Set ${name}: ${meaning}.`)
  return value
}

function placeholderOf({ PLACEHOLDER_PICTURE: url }: Environment): string | null {
  if (url && !(URL.canParse(url) && /^https?:/.test(url)))
    throw new SettingError('PLACEHOLDER_PICTURE is no address of a picture.')
  return url || null
}

function outboxUrlOf({ OUTBOX_URL: url }: Environment): string | null {
  if (!url) return null
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new SettingError('OUTBOX_URL is no address of a PostgreSQL database, such as `postgres://…`.')
  return url
}

export function readSettings(name: string, env: Environment): Settings {
  const hubUrl = required(env, 'HUB_URL', 'the address of the hub')
  if (!URL.canParse(hubUrl)) throw new SettingError('HUB_URL is no address.')
  const stock = env.STOCK_OWNER || 'shop'
  if (stock !== 'shop' && stock !== 'hub') throw new SettingError('STOCK_OWNER is `shop` or `hub`.')
  const port = env.CONNECTOR_PORT ? Number(env.CONNECTOR_PORT) : null
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new SettingError('CONNECTOR_PORT is no port.')
  const seconds = Number(env.ROUND_EVERY || 180)
  if (!(seconds > 0)) throw new SettingError('ROUND_EVERY is a number of seconds.')
  return {
    hubUrl: new URL(hubUrl).origin,
    hubKey: required(env, 'HUB_KEY', 'a key of the marketplace (npm run hub -- key create)'),
    hubSecret: env.HUB_WEBHOOK_SECRET || null,
    connection: env.CONNECTION_NAME || name,
    file: path.join(env.DATA_DIR || './data', 'connectors', `${name}.db`),
    outboxUrl: outboxUrlOf(env),
    placeholder: placeholderOf(env),
    shopVersion: env.SHOP_VERSION || null,
    host: env.HOST || '0.0.0.0',
    port,
    stock,
    every: seconds * 1000,
  }
}
