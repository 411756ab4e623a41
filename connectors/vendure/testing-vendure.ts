import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AfterSale, RealShop, ShopPlace } from '../testing-contract.ts'
import { startProgram, type Program } from '../testing-hub.ts'
import { installShop } from '../testing-install.ts'
import { createAdminApi, type AdminApi } from './admin-api.ts'

const version = '3.7.3'
const packages = ['core', 'asset-server-plugin', 'create'].map((name) => `@vendure/${name}@${version}`)

const admin = { username: 'superadmin', password: 'superadmin' }

/** The shop's program: Vendure as it is created, with SQLite in WebAssembly, which needs no compiler. */
const program = `
const path = require('node:path')
const { bootstrap, dummyPaymentHandler, JobQueueService, DefaultLogger, LogLevel } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const { AssetServerPlugin } = require('@vendure/asset-server-plugin')
const [port, isNew] = [Number(process.env.PORT), process.env.POPULATE === 'yes']
const assets = path.join(path.dirname(require.resolve('@vendure/create/package.json')), 'assets')
const config = {
  logger: new DefaultLogger({ level: LogLevel.Error }),
  apiOptions: { port, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: '${admin.username}', password: '${admin.password}' },
  },
  dbConnectionOptions: {
    type: 'sqljs', synchronize: isNew, autoSave: true, location: path.join(__dirname, 'vendure.sqlite'),
    ...(isNew ? { database: new Uint8Array([]) } : {}),
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  importExportOptions: { importAssetsDir: path.join(assets, 'images') },
  plugins: [AssetServerPlugin.init({
    route: 'assets', assetUploadDir: path.join(__dirname, 'assets'), assetUrlPrefix: 'http://127.0.0.1:' + port + '/assets/',
  })],
}
const start = () => bootstrap(config).then(async (app) => { await app.get(JobQueueService).start(); return app })
const work = isNew
  ? populate(start, require(path.join(assets, 'initial-data.json')), path.join(assets, 'products.csv'))
  : start()
work.then(() => console.log('Vendure is ready.'), (error) => { console.error(error); process.exit(1) })
`

interface Purchase {
  lines: { variant: string; quantity: number }[]
  coupon?: string
  name: string
}

/** A Vendure with its own demo goods, installed from npm. */
export async function vendureIn({ folder, port, seller }: ShopPlace): Promise<RealShop> {
  const modules = await installShop(`vendure-${version}`, ['sql.js', ...packages])
  await mkdir(folder, { recursive: true })
  await symlink(modules, path.join(folder, 'node_modules'))
  const file = path.join(folder, 'shop.cjs')
  await writeFile(file, program)
  const url = `http://127.0.0.1:${port}`
  const api = createAdminApi({ url: `${url}/admin-api`, ...admin })
  let running: Program
  let variants: string[] = []
  return {
    connectorEnv: () => ({
      VENDURE_URL: `${url}/admin-api`,
      VENDURE_USER: admin.username,
      VENDURE_PASSWORD: admin.password,
      VENDURE_SELLER: seller,
    }),
    async start({ isNew = false } = {}) {
      const env = { PORT: String(port), POPULATE: isNew ? 'yes' : 'no', HOME: folder }
      running = await startProgram([file], env, 'Vendure is ready.')
      if (isNew) variants = await prepare(api)
    },
    kill: () => running.kill(),
    async buy(nth) {
      const some = variants.slice(nth % 6, (nth % 6) + 1 + (nth % 3))
      const lines = some.map((variant, at) => ({ variant, quantity: 1 + at }))
      const coupon = nth % 2 ? { coupon: 'TEN' } : {}
      const order = await buy(`${url}/shop-api`, { name: `Buyer${nth} Example`, lines, ...coupon })
      const settle = `mutation ($id: ID!) { settlePayment(id: $id) { ... on Payment { id } ... on ErrorResult { errorCode message } } }`
      await api.change(settle, { id: order.payments[0]?.id })
      return order.code
    },
    afterSale: (code) => afterSale(api, code),
  }
}

/** Adds the coupon TEN. Returns variants to buy. */
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
  return productVariants.items.map(({ id }) => id)
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

interface Bought {
  code: string
  payments: { id: string }[]
}

const fault = '... on ErrorResult { errorCode message }'

async function buy(url: string, { lines, coupon, name }: Purchase): Promise<Bought> {
  let token = ''
  const ask = async <T>(query: string, variables: object = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    token = response.headers.get('vendure-auth-token') ?? token
    const { data, errors } = (await response.json()) as { data: Record<string, unknown> | null; errors?: object[] }
    const [result] = Object.values(data ?? {})
    if (errors || (result as { errorCode?: string }).errorCode) throw new Error(JSON.stringify(errors ?? result))
    // As the query asks for it.
    return result as T
  }
  const [firstName = '', lastName = ''] = name.split(' ')
  for (const line of lines)
    await ask(
      `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) { __typename ${fault} } }`,
      line,
    )
  if (coupon)
    await ask(`mutation ($coupon: String!) { applyCouponCode(couponCode: $coupon) { __typename ${fault} } }`, {
      coupon,
    })
  const customer = { firstName, lastName, emailAddress: `${firstName}@shop.example`.toLowerCase() }
  await ask(
    `mutation ($customer: CreateCustomerInput!) { setCustomerForOrder(input: $customer) { __typename ${fault} } }`,
    {
      customer,
    },
  )
  const address = {
    fullName: name,
    streetLine1: '1 High Street',
    city: 'London',
    postalCode: 'SE1 1AA',
    countryCode: 'GB',
  }
  await ask(
    `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename ${fault} } }`,
    {
      address,
    },
  )
  const [method] = await ask<{ id: string }[]>('{ eligibleShippingMethods { id } }')
  await ask(`mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ${fault} } }`, {
    id: [method?.id],
  })
  await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ${fault} } }`)
  const [payment] = await ask<{ code: string }[]>('{ eligiblePaymentMethods { code } }')
  return ask<Bought>(
    `mutation ($code: String!) { addPaymentToOrder(input: { method: $code, metadata: {} }) { ... on Order { code payments { id } } ${fault} } }`,
    { code: payment?.code },
  )
}
