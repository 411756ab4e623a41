import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { emptyDatabase } from '#db/testing.ts'
import { freePort } from '#server/free-port.ts'
import { dataFolder, hubVariables } from '#server/testing-process.ts'
import type { AfterSale } from '../testing-compare.ts'
import type { RealShop, ShopPlace } from '../testing-contract.ts'
import { startProgram, type Program } from '../testing-hub.ts'
import { installShop } from '../testing-install.ts'
import { createAdminApi, type AdminApi } from './admin-api.ts'
import { createMedusaSource } from './medusa-source.ts'
import { notedIn } from './noted-parcels.ts'
import { medusaIdOf } from './order-mapping.ts'
import { minorOfAmount } from './round-together.ts'
import { fillShop } from './testing-goods.ts'
import { medusaStaff } from './testing-staff.ts'
import { askMedusa, buy, readFrom, type Goods, type ShopKeys } from './testing-purchase.ts'

const run = promisify(execFile)
const version = '2.21.2'
const packages = ['medusa', 'framework', 'cli'].map((name) => `@medusajs/${name}@${version}`)
const admin = { email: 'admin@shop.example', password: 'password-of-the-admin' }
const secret = 'secret-of-its-wake-ups'

const settings = `
const { defineConfig } = require('@medusajs/framework/utils')
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'secret', cookieSecret: 'secret' },
  },
})
`

/** Medusa's commands work in the current folder. */
const program = `
process.chdir(__dirname)
process.argv.splice(1, 1, require.resolve('@medusajs/cli/cli.js'))
require('@medusajs/cli/cli.js')
`

/** The subscriber that docs/connect.md has for shops. */
async function documentedSubscriber(): Promise<string> {
  const guide = await readFile(path.resolve(import.meta.dirname, '../../docs/connect.md'), 'utf8')
  const found = /```js\n(import[^`]*wakeConnector[^`]*)```/.exec(guide)?.[1]
  if (!found) throw new Error('docs/connect.md has no subscriber.')
  return found
}

/** A Medusa with goods, regions in euros and dollars, and coupons, installed from npm. */
export async function medusaIn({ folder, port, seller, wakeUrl }: ShopPlace): Promise<RealShop> {
  const modules = await installShop(`medusa-${version}`, packages, ['--legacy-peer-deps', '--omit=optional'])
  await mkdir(path.join(folder, 'src/subscribers'), { recursive: true })
  await symlink(modules, path.join(folder, 'node_modules'))
  const file = path.join(folder, 'shop.cjs')
  const dependencies = { '@medusajs/medusa': version }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, dependencies }))
  await writeFile(path.join(folder, 'medusa-config.js'), settings)
  await writeFile(path.join(folder, 'src/subscribers/hub.js'), await documentedSubscriber())
  await writeFile(file, program)
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: await emptyDatabase(),
    CONNECTOR_URL: wakeUrl,
    CONNECTOR_SECRET: secret,
    MEDUSA_DISABLE_TELEMETRY: 'true',
    NODE_ENV: 'production',
    HOME: folder,
  }
  const command = (...args: string[]) =>
    run(process.execPath, [file, ...args], { env: { ...hubVariables, ...env }, maxBuffer: 2 ** 24 })
  let running: Program
  let keys: ShopKeys
  let goods: Goods
  let api: AdminApi
  return {
    connectorEnv: () => ({
      MEDUSA_URL: url,
      MEDUSA_KEY: keys.secret,
      MEDUSA_SELLER: seller,
      SHOP_VERSION: version,
      MEDUSA_CURRENCY: 'EUR',
      MEDUSA_WEBHOOK_SECRET: secret,
    }),
    async start({ isNew = false } = {}) {
      if (isNew) {
        await command('db:migrate', '--skip-scripts', '--execute-safe-links')
        await command('user', '-e', admin.email, '-p', admin.password)
      }
      const args = [file, 'start', '--host', '127.0.0.1', '--port', String(port)]
      running = await startProgram(args, env, 'Server is ready on port')
      if (!isNew) return
      keys = await keysOf(url)
      api = createAdminApi({ url, key: keys.secret })
      goods = await fillShop(api, { pictures: url, publishable: keys.id })
    },
    kill: () => running.kill(),
    buy: (nth) => buy({ url, api, publishable: keys.publishable, goods }, nth),
    afterSale: (id) => afterSale(api, medusaIdOf(id)),
    get staff() {
      return medusaStaff(api)
    },
  }
}

/** A new Medusa without a hub, with its source. */
export async function startedMedusa() {
  const port = await freePort()
  const shop = await medusaIn({ folder: await dataFolder(), port, seller: 's-42', wakeUrl: 'http://127.0.0.1:9/' })
  await shop.start({ isNew: true })
  const env = shop.connectorEnv()
  const { MEDUSA_URL: url = '', MEDUSA_KEY: key = '' } = env
  return { shop, url, source: createMedusaSource(env), api: createAdminApi({ url, key }) }
}

/** A secret key for the connector, and a publishable one for buyers. */
async function keysOf(url: string): Promise<ShopKeys> {
  const ask = askMedusa(url)
  const { token } = await ask<{ token: string }>('/auth/user/emailpass', admin)
  const make = async (type: string) => {
    const authorization = `Bearer ${token}`
    const made = await ask<{ api_key: { id: string; token: string } }>(
      '/admin/api-keys',
      { title: type, type },
      { authorization },
    )
    return made.api_key
  }
  const publishable = await make('publishable')
  return { secret: (await make('secret')).token, publishable: publishable.token, id: publishable.id }
}

interface Told {
  order: {
    currency_code: string
    metadata: Record<string, unknown> | null
    fulfillments: {
      id: string
      shipped_at: string | null
      metadata: Record<string, unknown> | null
      items: { quantity: number }[]
      labels: { tracking_number: string }[]
    }[]
    payment_collections: { payments: { refunds: { amount: number }[] }[] }[]
  }
}

async function afterSale(api: AdminApi, id: string): Promise<AfterSale> {
  const fields = [
    'currency_code',
    'metadata',
    ...['id', 'shipped_at', 'metadata', 'items.quantity', 'labels.tracking_number'].map(
      (field) => `fulfillments.${field}`,
    ),
    'payment_collections.payments.refunds.amount',
  ].join()
  const { order } = await readFrom<Told>(api, `/orders/${id}`, { fields })
  // What took the place of others is in a note.
  const notes = Object.entries(notedIn(order))
  const gone = new Set(notes.flatMap(([, { replaces }]) => replaces))
  const noted = notes
    .filter(([parcel]) => !gone.has(parcel))
    .map(([, { tracking_number: trackingNumber, items }]) => ({
      trackingNumber,
      units: items.map(({ quantity }) => quantity),
    }))
  const standing = order.fulfillments
    .filter(({ shipped_at }) => shipped_at)
    .filter((each) => !gone.has(each.id) && !gone.has(String(each.metadata?.hub_parcel)))
    .map(({ items, labels }) => ({
      trackingNumber: labels[0]?.tracking_number ?? null,
      units: items.map(({ quantity }) => quantity),
    }))
  return {
    parcels: [...standing, ...noted],
    refunds: order.payment_collections
      .flatMap(({ payments }) => payments.flatMap(({ refunds }) => refunds))
      .map(({ amount }) => minorOfAmount(amount, order.currency_code.toUpperCase())),
  }
}
