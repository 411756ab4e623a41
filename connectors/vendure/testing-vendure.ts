import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AfterSale } from '../testing-compare.ts'
import type { RealShop, ShopPlace } from '../testing-contract.ts'
import { startProgram, type Program } from '../testing-hub.ts'
import { installShop } from '../testing-install.ts'
import { createAdminApi, type AdminApi } from './admin-api.ts'
import { changeVariants } from './queries.ts'
import { addGoods } from './testing-goods.ts'
import { buy, fault } from './testing-purchase.ts'
import { vendureStaff } from './testing-staff.ts'

const version = '3.7.3'
const packages = ['core', 'asset-server-plugin', 'create'].map((name) => `@vendure/${name}@${version}`)

const admin = { username: 'superadmin', password: 'superadmin' }

/**
 * The shop's program: Vendure as it is created, with SQLite in WebAssembly, which needs no compiler, and gift wrap at
 * `/wrap`, because only a shop's own code adds surcharges.
 */
const program = `
process.chdir(__dirname)
const path = require('node:path')
const core = require('@vendure/core')
const { bootstrap, dummyPaymentHandler, manualFulfillmentHandler, FulfillmentHandler } = core
const { JobQueueService, DefaultLogger, LogLevel, LanguageCode } = core
const { populate } = require('@vendure/core/cli')
const { AssetServerPlugin } = require('@vendure/asset-server-plugin')
const [port, isNew] = [Number(process.env.PORT), process.env.POPULATE === 'yes']
const assets = path.join(path.dirname(require.resolve('@vendure/create/package.json')), 'assets')
let running
const surcharges = [
  { description: 'Gift wrap', sku: 'WRAP', listPrice: 249, listPriceIncludesTax: false, taxLines: [{ description: 'Standard Tax', taxRate: 20 }] },
  { description: 'Loyalty', sku: 'LOYAL', listPrice: -101, listPriceIncludesTax: true, taxLines: [] },
]
const wrap = async ({ query }, response) => {
  const orders = running.get(core.OrderService)
  const contexts = running.get(core.RequestContextService)
  const { id, currencyCode } = await orders.findOneByCode(await contexts.create({ apiType: 'admin' }), query.code)
  const context = await contexts.create({ apiType: 'admin', currencyCode })
  for (const surcharge of surcharges) await orders.addSurchargeToOrder(context, id, surcharge)
  response.end()
}
const download = new FulfillmentHandler({
  code: 'digital-fulfillment', description: [{ languageCode: LanguageCode.en, value: 'Download' }], args: {},
  createFulfillment: () => ({ method: 'Download', trackingCode: '' }),
})
const config = {
  logger: new DefaultLogger({ level: LogLevel.Error }),
  apiOptions: {
    port, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api',
    middleware: [{
      route: 'wrap',
      handler: (request, response) => wrap(request, response).catch((error) => response.status(500).end(String(error))),
    }],
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: '${admin.username}', password: '${admin.password}' },
  },
  dbConnectionOptions: {
    type: 'sqljs', synchronize: isNew, autoSave: process.env.KEEP === 'yes', location: path.join(__dirname, 'vendure.sqlite'),
    ...(isNew ? { database: new Uint8Array([]) } : {}),
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: { fulfillmentHandlers: [manualFulfillmentHandler, download] },
  importExportOptions: { importAssetsDir: path.join(assets, 'images') },
  plugins: [AssetServerPlugin.init({
    route: 'assets', assetUploadDir: path.join(__dirname, 'assets'), assetUrlPrefix: 'http://127.0.0.1:' + port + '/assets/',
  })],
}
const start = () => bootstrap(config).then(async (app) => {
  running = app
  await app.get(JobQueueService).start()
  return app
})
const work = isNew
  ? populate(start, require(path.join(assets, 'initial-data.json')), path.join(assets, 'products.csv'))
  : start()
work.then(() => console.log('Vendure is ready.'), (error) => { console.error(error); process.exit(1) })
`

interface VendurePlace extends ShopPlace {
  /** Whether it writes its whole database to disk after each change. False where it is never killed. */
  isKept?: boolean
}

/** A Vendure with its own demo goods, installed from npm. */
export async function vendureIn({ folder, port, seller, isKept = true }: VendurePlace): Promise<RealShop> {
  const modules = await installShop(`vendure-${version}`, ['sql.js', ...packages])
  await mkdir(folder, { recursive: true })
  await symlink(modules, path.join(folder, 'node_modules'))
  const file = path.join(folder, 'shop.cjs')
  await writeFile(file, program)
  const url = `http://127.0.0.1:${port}`
  const api = createAdminApi({ url: `${url}/admin-api`, ...admin })
  let running: Program
  let variants: string[] = []
  let plain = ''
  return {
    connectorEnv: () => ({
      VENDURE_URL: `${url}/admin-api`,
      VENDURE_USER: admin.username,
      VENDURE_PASSWORD: admin.password,
      VENDURE_SELLER: seller,
      SHOP_VERSION: version,
    }),
    async start({ isNew = false } = {}) {
      const env = {
        PORT: String(port),
        POPULATE: isNew ? 'yes' : 'no',
        KEEP: isKept ? 'yes' : 'no',
        HOME: folder,
        VENDURE_DISABLE_TELEMETRY: 'true',
      }
      running = await startProgram([file], env, 'Vendure is ready.')
      if (!isNew) return
      variants = await prepare(api)
      plain = await addGoods(api)
    },
    kill: () => running.kill(),
    async buy(nth) {
      const some = nth % 9 === 4 ? [plain] : variants.slice(nth % 6, (nth % 6) + 1 + (nth % 3))
      const lines = some.map((variant, at) => ({ variant, quantity: 1 + at }))
      const order = await buy(url, {
        name: `Buyer${nth} Example`,
        lines,
        coupon: nth % 2 ? 'TEN' : null,
        isWrapped: nth % 4 > 1,
        currency: nth % 5 === 3 ? 'EUR' : 'USD',
        delivery: deliveryOf(nth),
      })
      const settle = `mutation ($id: ID!) { settlePayment(id: $id) { ... on Payment { id } ... on ErrorResult { errorCode message } } }`
      await api.change(settle, { id: order.payments[0]?.id })
      return order.code
    },
    afterSale: (code) => afterSale(api, code),
    staff: vendureStaff(api),
  }
}

/** How the buyers of a contract get their goods, by turns. */
const deliveryOf = (nth: number) => (nth % 10 === 6 ? 'DIGITAL' : nth % 10 === 8 ? 'COLLECT' : 'SHIP')

/** Adds the coupon TEN, prices in euros, and another tax of some variants. Returns variants to buy. */
async function prepare(api: AdminApi): Promise<string[]> {
  const promotion = `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { ... on Promotion { id } ... on ErrorResult { errorCode message } } }`
  await api.change(promotion, {
    input: {
      enabled: true,
      couponCode: 'TEN',
      conditions: [],
      actions: [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: '10' }] }],
      translations: [{ languageCode: 'en', name: 'Ten percent' }],
    },
  })
  const { productVariants } = await api.read<{ productVariants: { items: { id: string }[] } }>(
    '{ productVariants(options: { take: 8, sort: { id: ASC } }) { items { id } } }',
  )
  const ids = productVariants.items.map(({ id }) => id)
  const { activeChannel, taxCategories } = await api.read<Setting>(
    '{ activeChannel { id } taxCategories { items { id name } } }',
  )
  const availableCurrencyCodes = ['USD', 'EUR']
  await api.change(
    `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } ${fault} } }`,
    { input: { id: activeChannel.id, availableCurrencyCodes } },
  )
  const reduced = taxCategories.items.find(({ name }) => name.startsWith('Reduced'))
  await api.change(changeVariants, {
    input: ids.map((id, nth) => ({
      id,
      prices: [{ currencyCode: 'EUR', price: 1_999 + nth }],
      ...(nth % 3 === 1 ? { taxCategoryId: reduced?.id } : {}),
    })),
  })
  return ids
}

interface Setting {
  activeChannel: { id: string }
  taxCategories: { items: { id: string; name: string }[] }
}

interface Placed {
  orders: {
    items: {
      fulfillments: { state: string; trackingCode: string; lines: { quantity: number }[] }[]
      payments: { refunds: { state: string; total: number }[] }[]
    }[]
  }
}

async function afterSale(api: AdminApi, code: string): Promise<AfterSale> {
  const { orders } = await api.read<Placed>(
    `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      fulfillments { state trackingCode lines { quantity } } payments { refunds { state total } } } } }`,
    { code },
  )
  const [{ fulfillments, payments } = { fulfillments: [], payments: [] }] = orders.items
  return {
    parcels: fulfillments
      .filter(({ state }) => state === 'Shipped')
      .map(({ trackingCode, lines }) => ({
        trackingNumber: trackingCode,
        units: lines.map(({ quantity }) => quantity),
      })),
    refunds: payments
      .flatMap(({ refunds }) => refunds)
      .filter(({ state }) => state === 'Settled')
      .map(({ total }) => total),
  }
}
