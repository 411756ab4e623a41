import { rowsOf } from '#db/testing-row.ts'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { testDatabase } from '#db/testing.ts'
import { findWrongSums } from '#db/kept-sums.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import type { LineAnswer } from './answer-batch.ts'
import { testApi } from './testing.ts'
import { gbp } from './testing-orders.ts'
import { addPolicies } from './testing-shop.ts'

const sellers = { alone: 0, together: 0 }

const db = await testDatabase()
const api = await testApi(db, { now: () => new Date('2026-11-23T12:00:00Z') })
for (const name of ['alone', 'together'] as const) {
  const sellerId = await addTestSeller(db)
  sellers[name] = sellerId
  await db.owner.updateTable('sellers').set({ external_id: name }).where('id', '=', sellerId).execute()
  await addPolicies(db, sellerId, { choice: true })
}
await api.ask('PUT', '/category-map', { body: { categories: [{ shop: 'toys', category: 'Collectables' }] } })

const doll = {
  title: 'Tin robot',
  description: '<p>Walks.</p><script>no()</script>',
  category: 'toys',
  price: gbp('45.00'),
  quantity: 3,
  pictures: ['https://shop.example/robot.jpg', 'https://shop.example/robot-2.jpg'],
}
const { price: _, quantity: __, ...plain } = doll
const sized = (sku: string) => ({
  ...plain,
  axes: ['Size'],
  variations: ['S', 'M'].map((size) => ({
    id: `v-${size}`,
    values: [size],
    sku: `${sku}-${size}`,
    price: gbp('9.00'),
    quantity: 2,
  })),
})

/** Sends listings as lines of one request; returns their answers. */
async function send(lines: readonly object[], headers: Record<string, string> = {}, query = '') {
  const { body } = await api.ask('POST', `/sellers/together/listings${query}`, {
    // All at once: what follows the last end of a line is read for itself.
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  })
  const texts = (body as string).trim().split('\n')
  return texts.map((line) => JSON.parse(line) as LineAnswer & { item: string; problems: object[] })
}
const get = async (seller: keyof typeof sellers, id: string) =>
  (await api.ask('GET', `/sellers/${seller}/listings/${id}`)).body

/** All that is stored of listings of a seller, without ids and times that are drawn anew. */
async function storedOf(seller: keyof typeof sellers, listings: readonly string[]) {
  const sellerId = sellers[seller]
  const { rows } = await sql<{ stored: object }>`
    select jsonb_build_object(
      'sent', to_jsonb(s) - '{seller_id,listing_id}'::text[],
      'listing', to_jsonb(l) - '{seller_id,id,item_number}'::text[],
      'content', to_jsonb(c) - '{seller_id,listing_id,form_key}'::text[],
      'draft', to_jsonb(d) - '{seller_id,listing_id,form_key}'::text[],
      'policies', (select jsonb_agg(array[o.kind, o.name] order by o.kind) from listing_policies p
        join seller_policies o on o.seller_id = p.seller_id and o.kind = p.kind and o.id = p.policy_id
        where p.seller_id = l.seller_id and p.listing_id = l.id),
      'variations', (select jsonb_agg(to_jsonb(v) - '{seller_id,listing_id}'::text[] order by v.position) from listing_variations v
        where v.seller_id = l.seller_id and v.listing_id = l.id),
      'shop variations', (select jsonb_agg(to_jsonb(v) - '{seller_id,listing_id}'::text[] order by v.external_id) from shop_variations v
        where v.seller_id = l.seller_id and v.listing_id = l.id),
      'events', (select jsonb_agg(e.type order by e.id) from events e where e.seller_id = l.seller_id and e.listing_id = l.id),
      'stock', (select jsonb_agg(jsonb_build_array(m.on_hand_change, m.on_hand, m.cause) order by m.id) from stock_movements m
        where m.seller_id = l.seller_id and m.listing_id = l.id),
      'items', (select jsonb_agg(array[i.sku, i.available::text] order by i.sku) from stock_items i
        where i.seller_id = l.seller_id and i.listing_id = l.id),
      'words', (select w.tab from listing_search w where w.seller_id = l.seller_id and w.listing_id = l.id),
      'waits', exists (select from changes w where w.seller_id = l.seller_id and w.kind = 'LISTING' and w.subject_id = l.id)
    ) as stored
    from listings l
    join shop_listings s on s.seller_id = l.seller_id and s.listing_id = l.id
    left join listing_contents c on c.seller_id = l.seller_id and c.listing_id = l.id
    left join listing_drafts d on d.seller_id = l.seller_id and d.listing_id = l.id
    where l.seller_id = ${sellerId} and s.external_id = any (${listings}) order by s.external_id`.execute(db.owner)
  // Policies of two sellers have ids of their own.
  const ids = await rowsOf(db.owner, 'seller_policies', { seller_id: sellerId })
  const text = ids.reduce((all, { id, name }) => all.replaceAll(id, name), JSON.stringify(rows))
  return JSON.parse(text) as unknown
}

/** Sends listings one by one to one seller, and in one request to the other; expects the same of both. */
async function sendToBoth(lines: readonly ({ listing: string } & Readonly<Record<string, unknown>>)[]) {
  const alone = []
  for (const { listing, ...body } of lines)
    alone.push(await api.ask('PUT', `/sellers/alone/listings/${listing}`, { body }))
  const together = await send(lines)
  expect(together.map(({ status, problems }) => [status, problems])).toEqual(
    alone.map(({ status, body }) => [status, body.problems]),
  )
  const taken = together.filter(({ status }) => status < 400)
  expect(taken.map(({ item }) => item)).toEqual(
    await Promise.all(taken.map(async ({ line }) => (await get('together', lines[line - 1]!.listing)).item)),
  )
  const ids = lines.map(({ listing }) => listing)
  expect(await storedOf('together', ids)).toEqual(await storedOf('alone', ids))
  expect(await findWrongSums(db.owner)).toEqual([])
  return { together, states: alone.map(({ body }) => body.state as string).join(' ') }
}

const lines = [
  { listing: 'n-01', ...doll, sku: 'N-1', policies: { shipping: 'Courier' }, handlingDays: 4 },
  // With policies and handling time of the one before.
  { listing: 'n-02', ...doll, sku: 'N-2', aspects: { Brand: ['Leica', 'Zeiss'] }, condition: 'GOOD' },
  { listing: 'n-03', ...sized('N-3') },
  { listing: 'n-04', ...doll, sku: 'N-1' },
  { listing: 'n-05', ...doll, sku: 'N-3-S' },
  { listing: 'n-06', ...doll, category: 'elsewhere', policies: { shipping: 'Pigeon' } },
  { listing: 'n-07', ...doll, pictures: [], quantity: 0 },
  { listing: 'n-08', ...doll, onSale: false, sku: 'N-8' },
  { listing: 'n-09', ...doll, title: 'x'.repeat(90) },
  { listing: 'n-10', ...doll, sku: 'N-9', policies: { shipping: 'Royal Mail' } },
  { listing: 'n-11', ...doll },
]

it('new listings of one request are stored in one transaction, and as each of them alone', async () => {
  const { together, states } = await sendToBoth(lines)
  expect(states).toBe('ACTIVE ACTIVE ACTIVE DRAFT DRAFT DRAFT DRAFT DRAFT DRAFT ACTIVE ACTIVE')
  expect(together[0]).toMatchObject({ line: 1, location: '/marketplace/v1/sellers/together/listings/n-01' })
  const transactions = sql<{ n: number }>`
    select count(distinct xmin::text)::integer as n from listings where seller_id = ${sellers.together}`
  expect((await transactions.execute(db.owner)).rows).toEqual([{ n: 1 }])
})

it('drafts of one request are stored, and go on sale, as each of them alone', async () => {
  const changes: Record<string, object> = {
    'n-06': { category: 'toys', policies: { shipping: 'Courier' } },
    'n-07': { pictures: doll.pictures, quantity: 7 },
    'n-08': { onSale: true },
    'n-09': { title: 'y'.repeat(99) },
  }
  const { states } = await sendToBoth(lines.map((line) => ({ ...line, ...changes[line.listing] })))
  expect(states).toBe('ACTIVE ACTIVE ACTIVE DRAFT DRAFT ACTIVE ACTIVE ACTIVE DRAFT ACTIVE ACTIVE')
  const transactions = sql<{ n: number }>`
    select count(distinct xmin::text)::integer as n from shop_listings
    where seller_id = ${sellers.together} and external_id = any (${['n-04', ...Object.keys(changes)]})`
  expect((await transactions.execute(db.owner)).rows).toEqual([{ n: 1 }])
})

it('listings on sale are changed, ended and refused by lines as each of them alone', async () => {
  const [first, second, third, fourth] = lines
  const { together, states } = await sendToBoth([
    { ...first!, price: gbp('40.00'), quantity: 0 },
    { ...second!, title: 'Tin robot, boxed' },
    { ...third!, onSale: false },
    { ...fourth!, sku: 'N-4' },
  ])
  expect(states).toBe('OUT_OF_STOCK ACTIVE ENDED ACTIVE')
  expect(together).toMatchObject([{ problems: [] }, { problems: [] }, { problems: [] }, { status: 200 }])
  const [refused, relisted] = await send([{ ...second!, category: 'nowhere' }, third!])
  expect(refused).toMatchObject({ status: 422, problem: { errors: [{ pointer: '/category' }] } })
  expect(relisted).toMatchObject({ status: 200, problems: [] })
  expect(await get('together', 'n-03')).toMatchObject({ item: relisted!.item, relistedFrom: together[2]!.item })
})

it('changes of listings on sale are stored in one transaction, and as each of them alone', async () => {
  const terms = { policies: { shipping: 'Royal Mail' }, handlingDays: 2 }
  const own = (nth: number, more: object = {}) => ({ listing: `c-${nth}`, ...doll, ...terms, sku: `C-${nth}`, ...more })
  const varied = (nth: number, more: object = {}) => ({ listing: `c-${nth}`, ...sized(`C-${nth}`), ...terms, ...more })
  const onSale = [own(1), own(2), varied(3), own(4), own(5), own(6), own(7), own(8), varied(9), own(10), varied(11)]
  const more = [own(12), varied(13), own(14), own(15), own(16), varied(17)]
  await sendToBoth([...onSale, ...more])
  await sql`
    update listings l set state = 'SCHEDULED', starts_at = '2026-12-01T12:00:00Z' from shop_listings s
    where s.seller_id = l.seller_id and s.listing_id = l.id and s.external_id in ('c-14', 'c-16')`.execute(db.owner)
  const robot = { epid: '77', title: 'Tin robot', category: 'Collectables', image_url: 'https://shop.example/p.jpg' }
  const { id: product } = await db.owner.insertInto('products').values(robot).returning('id').executeTakeFirstOrThrow()
  await sql`
    update listings l set product_id = ${product} from shop_listings s
    where s.seller_id = l.seller_id and s.listing_id = l.id and s.external_id = 'c-15'`.execute(db.owner)
  const variationsOf = (nth: number) => sized(`C-${nth}`).variations
  const [small, medium] = variationsOf(3)
  const large = { ...medium!, id: 'v-L', values: ['L'], sku: 'C-9-L' }
  const changed = [
    own(1, { price: gbp('40.00') }),
    own(2, { quantity: 0 }),
    varied(3, { variations: [small!, { ...medium!, price: gbp('8.50'), quantity: 5 }] }),
    own(4, { sku: 'C-40', description: '<p>Runs.</p>' }),
    // That of the one before, which has another now.
    own(5, { sku: 'C-4' }),
    own(6, { sku: 'C-3-S' }),
    own(7, { category: 'elsewhere' }),
    own(8, { pictures: ['https://shop.example/other.jpg'] }),
    varied(9, { variations: [...variationsOf(9), large] }),
    own(10, { policies: { shipping: 'Courier' }, handlingDays: 9, aspects: { Brand: ['Leica'] } }),
    varied(11),
    // Sold out together with other words.
    own(12, { title: 'Tin man', quantity: 0 }),
    varied(13, { title: 'Tin man', variations: variationsOf(13).map((each) => ({ ...each, quantity: 0 })) }),
    // Not begun, and of a product.
    own(14, { title: 'Tin man', price: gbp('41.00') }),
    own(15, { title: 'Tin man' }),
    own(16, { quantity: 9 }),
    // Variations that end count units another way.
    own(17, { sku: 'C-17-O' }),
  ]
  const { together } = await sendToBoth(changed)
  const refused = new Set([6, 7])
  expect(together.map(({ line, status }) => [line, status])).toEqual(
    changed.map((_each, nth) => [nth + 1, refused.has(nth + 1) ? 422 : 200]),
  )
  expect(await get('together', 'c-12')).toMatchObject({ state: 'OUT_OF_STOCK', title: 'Tin man' })
  expect(await get('together', 'c-14')).toMatchObject({ state: 'SCHEDULED', title: 'Tin man', price: gbp('41.00') })
  expect(await get('together', 'c-3')).toMatchObject({ price: gbp('8.50'), stock: { available: 7 } })
  expect(await get('together', 'c-2')).toMatchObject({ state: 'OUT_OF_STOCK' })
  const transactions = sql<{ n: number }>`
    select count(distinct xmin::text)::integer as n from shop_listings
    where seller_id = ${sellers.together} and external_id = any (${[1, 2, 3, 4, 5, 8, 9, 10, 12, 13, 14, 15, 16].map((nth) => `c-${nth}`)})`
  expect((await transactions.execute(db.owner)).rows).toEqual([{ n: 1 }])

  // Sold out and ended, and back on sale.
  await sendToBoth([own(1, { title: 'Tin man', quantity: 0 }), own(2, { quantity: 1 }), own(4, { onSale: false })])

  // Where the hub counts, units stay.
  await db.owner.updateTable('sellers').set({ stock_owner: 'HUB' }).where('id', 'in', Object.values(sellers)).execute()
  onTestFinished(async () => {
    await db.owner.updateTable('sellers').set({ stock_owner: null }).where('id', 'in', Object.values(sellers)).execute()
  })
  await sendToBoth([own(2, { price: gbp('39.00'), quantity: 9 }), own(10, { title: 'Robot', quantity: 9 })])
  expect(await get('together', 'c-2')).toMatchObject({ price: gbp('39.00'), stock: { available: 1 } })
})

it('a dry run answers what it would answer, and stores nothing', async () => {
  const on = (listing: string, more: object = {}) => ({ listing, ...doll, ...more })
  await send([on('d-1'), on('d-2', { category: 'nowhere' })])
  const stored = () =>
    sql`select to_jsonb(l) as listing, to_jsonb(s) as sent, (select count(*) from events) as events
      from listings l join shop_listings s on s.seller_id = l.seller_id and s.listing_id = l.id
      where l.seller_id = ${sellers.together} order by l.id`.execute(db.owner)
  const { rows: before } = await stored()
  const sent = [
    on('d-1', { title: 'Tin man' }),
    on('d-1', { category: 'nowhere' }),
    on('d-2', { category: 'toys' }),
    on('d-3'),
    on('d-4', { pictures: [], category: 'nowhere' }),
    on('d-1', { onSale: false }),
  ]
  const dry = await send(sent, {}, '?dryRun=true')
  const one = await api.ask('POST', '/sellers/together/listings?dryRun=true', { body: sent[4]! })
  expect((await stored()).rows).toEqual(before)
  const said = (answers: typeof dry) =>
    answers.map(({ status, problems, problem }) => ({ status, problems, errors: problem?.errors }))
  expect(one).toMatchObject({ status: 201, body: { state: 'DRAFT', problems: dry[4]!.problems } })
  expect(dry[4]!.problems).toMatchObject([{ rule: 'categoryUnknown' }])
  expect(said(await send(sent))).toEqual(said(dry))
})

it('a line that only the database refuses leaves the others of its request', async () => {
  await sql`
    create function refuse_bad() returns trigger language plpgsql as $$ begin raise 'bad'; end $$`.execute(db.owner)
  await sql`
    create trigger bad before insert on shop_listings for each row when (new.external_id = 'bad') execute function refuse_bad()`.execute(
    db.owner,
  )
  onTestFinished(async () => void (await sql`drop trigger bad on shop_listings`.execute(db.owner)))
  const answers = await send(['o-1', 'bad', 'o-2'].map((listing) => ({ listing, ...doll })))
  expect(answers).toMatchObject([{ status: 201 }, { status: 500 }, { status: 201 }])
  expect(await get('together', 'o-2')).toMatchObject({ state: 'ACTIVE' })
})

it('lines of one listing follow each other, and one sent again changes nothing', async () => {
  const at = (price: string) => ({ listing: 'r-1', ...doll, price: gbp(price) })
  const answers = await send([at('45.00'), at('40.00'), at('45.00'), { listing: 'r-2', ...doll }])
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201])
  const kept = await get('together', 'r-1')
  expect(kept).toMatchObject({ price: gbp('45.00'), item: answers[0]!.item })
  expect(await send([at('45.00')])).toMatchObject([{ status: 200, item: kept.item, problems: [] }])
  expect(await get('together', 'r-1')).toEqual(kept)
})

it('lines that are wrong in themselves are refused, and the others stored', async () => {
  const long = 'x'.repeat(40_000)
  const aspects = Object.fromEntries(
    Array.from({ length: 25 }, (_each, nth) => [`A${nth}`, Array(30).fill('y'.repeat(199))]),
  )
  const answers = await send([
    { listing: 'w-1', ...doll },
    { listing: 'w-2', ...doll, price: { value: '1.00', currency: 'EUR' } },
    { listing: 'w-3', ...doll, description: long, aspects },
    { listing: 'w-4', ...doll },
  ])
  expect(answers).toMatchObject([
    { status: 201 },
    { status: 422, problem: { errors: [{ pointer: '/price' }] } },
    { status: 413, problem: { detail: 'The listing as a whole is too long.' } },
    { status: 201 },
  ])
})
