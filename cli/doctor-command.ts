import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { findWrongSums, rebuildSums } from '#db/kept-sums.ts'
import { schemaOf } from '#db/connection.ts'
import { findLackingTriggers, readFunctions } from '#db/functions.ts'
import { listMigrations, replaceFunctions } from '#db/migrate.ts'
import { mailServer } from '#features/people/accounts/mailer.server.ts'
import { createPictureService } from '#features/core/listing-pictures/picture-service.server.ts'
import type { PictureFile } from '#features/core/listing-pictures/picture-store.server.ts'
import { saysDiskFull } from '#db/embedded/errors.ts'
import { errorText } from '#lib/error-text.ts'
import { explain } from '#server/failures.ts'
import type { Config } from '#server/config.ts'
import { readArguments } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'
import { oneRow } from '#db/one-row.ts'
import { checkLedger, makeUnpostedDue } from '#features/core/ledger/check-ledger-db.server.ts'

interface Finding {
  level: 'ok' | 'note' | 'bad'
  text: string
}

const ok = (text: string): Finding => ({ level: 'ok', text })
const note = (text: string): Finding => ({ level: 'note', text })
const bad = (text: string): Finding => ({ level: 'bad', text })

const neededSpace = 500 * 1024 * 1024
const signs = { ok: '✓', note: '•', bad: '✗' }

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check everything the hub depends on',
  help: `npm run hub -- doctor [--repair]

Checks Node, the build, the data folder and its disk, PostgreSQL, migrations, row-level security, triggers, picture
storage, mail, time zones, whether stored counts, sums, stock by SKU, search words and sellers' names match their rows, and
whether the books balance and have every paid order. Each failed check says what to do. Exit code 1 if a check fails.

  --repair   create missing triggers, recompute wrong counts, sums, stock by SKU, search words and names, and have paid
             orders posted; hubs may keep running, but their writes wait`,
  async run(args, context) {
    const { values } = readArguments(args, { options: { repair: { type: 'boolean', default: false } }, takes: [] })
    const findings = [
      checkNode(),
      checkBuild(),
      await checkDisk(context.config),
      ...(await checkDatabase(context, values.repair)),
      await checkPictures(context.config),
      await checkMail(context.config),
      checkZones(),
    ]
    for (const { level, text } of findings) context.say(`${signs[level]} ${text}`)
    const wrong = findings.filter(({ level }) => level === 'bad').length
    context.say(wrong === 0 ? '\nAll checks passed.' : `\n${wrong} of ${findings.length} checks failed.`)
    return wrong === 0 ? 0 : 1
  },
}

function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 24
    ? ok(`Node ${process.version}`)
    : bad(
        `Node ${process.version} is running, but the hub needs 24: run npm install again with install scripts allowed.`,
      )
}

function checkBuild(): Finding {
  return existsSync(path.join(import.meta.dirname, '../build/server/index.js'))
    ? ok('The pages are built')
    : note('The pages are not built yet: npm start builds them')
}

async function checkDisk({ dataDir, databaseUrl }: Config): Promise<Finding> {
  if (databaseUrl) return ok('The data is on the server of DATABASE_URL')
  const { bavail, bsize } = await statfs(thatExists(path.resolve(dataDir)))
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free at ${path.resolve(dataDir)}`
  return bavail * bsize > neededSpace
    ? ok(free)
    : bad(`Only ${free}: free some space, or set DATA_DIR to another disk.`)
}

/** The folder or its nearest existing ancestor; the rest is created at the first start. */
const thatExists = (folder: string): string => (existsSync(folder) ? folder : thatExists(path.dirname(folder)))

async function checkDatabase({ openDatabase, now }: CommandContext, repair: boolean): Promise<Finding[]> {
  try {
    const { db, url, applied } = await openDatabase()
    const asked = sql<{ version: string }>`select current_setting('server_version') as version`
    const { version } = await oneRow(db.owner, asked)
    return [
      ok(`PostgreSQL ${version}`),
      ok(`${(await listMigrations()).length} migrations applied`),
      await checkTenancy(db),
      ...(await checkContent(db)),
      ...(applied.isNewer
        ? [
            note(
              'The database schema is from a newer version: run that version’s doctor to check triggers and stored sums',
            ),
          ]
        : [
            await checkTriggers(db, schemaOf(url), repair),
            ...(await checkSums(db, repair)),
            ...(await checkBooks(db, now(), repair)),
          ]),
    ]
  } catch (error) {
    return [
      bad(explain(error) ?? `The database does not work: ${error instanceof Error ? error.message : String(error)}`),
    ]
  }
}

/** Row-level security must hide all rows from a seller that does not exist. */
async function checkTenancy(db: Database): Promise<Finding> {
  const seen = await db.asSeller(-1, 'read', (own) => own.selectFrom('orders').select('id').limit(1).execute())
  return seen.length === 0
    ? ok('Row-level security hides other sellers')
    : bad('Row-level security does not work: restore a backup into a new database.')
}

async function checkContent(db: Database): Promise<Finding[]> {
  const counted = sql<{ sellers: number; members: number; operators: number }>`
    select (select count(*)::int from sellers) as sellers, count(*)::int as members, count(*) filter (where is_operator)::int as operators from members`
  const { sellers, members, operators } = await oneRow(db.owner, counted)
  const counts = `${sellers} sellers, ${members} members`
  return [
    operators > 0
      ? ok(`${counts}, ${operators} of them operators`)
      : note(`${counts}; no operator yet: npm run hub -- user add --help`),
  ]
}

/** Finds missing or disabled triggers, for instance after a manual load. */
async function checkTriggers({ pool }: Database, schema: string, repair: boolean): Promise<Finding> {
  const functions = await readFunctions()
  const client = await pool.connect()
  try {
    const lacking = await findLackingTriggers(client, functions)
    if (lacking.length === 0) return ok(`${functions.triggers.length} triggers are in place`)
    const named = lacking.map(({ name, table }) => `${name} on ${table}`).join(', ')
    if (!repair) return bad(`Triggers are missing or disabled (${named}): npm run hub -- doctor --repair creates them.`)
    await replaceFunctions(client, schema)
    return ok(`Triggers repaired: ${named}`)
  } finally {
    client.release()
  }
}

/** Compares trigger-maintained rows with their sources. */
async function checkSums({ owner }: Database, repair: boolean): Promise<Finding[]> {
  const wrong = await findWrongSums(owner)
  if (wrong.length === 0) return [ok('Stored counts, sums, search words and names match their rows')]
  if (repair) for (const { table } of wrong) await rebuildSums(owner, table)
  return wrong.map(({ table, rows }) =>
    repair
      ? ok(`${table} repaired: ${rows} wrong rows were recomputed`)
      : bad(`${table} has ${rows} wrong rows: npm run hub -- doctor --repair recomputes them.`),
  )
}

/** Writes, reads and deletes a file as an upload would. */
async function checkPictures({ dataDir, picturesS3 }: Config): Promise<Finding> {
  const { store } = createPictureService({ dataDir, s3: picturesS3 })
  const probe: PictureFile = { hash: randomBytes(16).toString('hex'), size: 'small' }
  try {
    await store.put(probe, new Uint8Array([1]))
    const isThere = (await store.get(probe)) !== null
    await store.remove(probe)
    return isThere
      ? ok(`Pictures can be stored in ${store.place}`)
      : bad(`Pictures stored in ${store.place} disappear: check its rules for new files.`)
  } catch (error) {
    const said = errorText(error)
    const setting = picturesS3 ? 'check PICTURES_S3_…' : 'check the rights on DATA_DIR'
    const isFull = !picturesS3 && saysDiskFull(said)
    return bad(`Pictures cannot be stored in ${store.place} (${said}): ${isFull ? 'free some space there' : setting}.`)
  }
}

async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) return note('No mail: SMTP_URL is not set, so passwords cannot be reset by mail')
  try {
    await mailServer(smtpUrl).verify()
    return ok('The mail server responds')
  } catch (error) {
    return bad(
      `The mail server of SMTP_URL does not respond (${error instanceof Error ? error.message : String(error)}): check its address, user and password.`,
    )
  }
}

function checkZones(): Finding {
  const zones = Intl.supportedValuesOf('timeZone').length
  return zones > 300
    ? ok(`${zones} time zones known`)
    : bad('Node knows too few time zones: install a Node with full ICU.')
}

/** Checks the books of all sellers. With `repair`, the next job posts paid orders that are not in them. */
async function checkBooks({ owner }: Database, now: Date, repair: boolean): Promise<Finding[]> {
  const found = await checkLedger(owner, now)
  const { unposted, overdue, unbalanced, wrongTransactions, wrongFunds, wrongPayouts, wrongStock } = found
  const wrong: Finding[] = []
  const fail = (text: string) => void wrong.push(bad(text))
  if (unbalanced > 0)
    fail(`${unbalanced} entries of the books do not sum to zero: restore a backup into a new database.`)
  if (wrongTransactions > 0)
    fail(`${wrongTransactions} transactions are not what their entry posts: restore a backup into a new database.`)
  if (wrongFunds > 0)
    fail(`${wrongFunds} balances of funds are not the sum of their transactions: restore a backup into a new database.`)
  if (wrongPayouts > 0)
    fail(`${wrongPayouts} payouts are not the sum of their rows: restore a backup into a new database.`)
  if (wrongStock > 0)
    fail(
      `${wrongStock} days of the inventory are not worth the stock of their SKUs: restore a backup into a new database.`,
    )
  if (overdue > 0)
    fail(
      `${overdue} orders or SKUs wait for the books for more than ten minutes: see the log for “could not be posted”.`,
    )
  if (unposted > 0) {
    if (repair) wrong.push(ok(`${await makeUnpostedDue(owner)} paid orders will be posted to the books`))
    else fail(`${unposted} paid orders are not in the books: npm run hub -- doctor --repair has them posted.`)
  }
  return wrong.length > 0 ? wrong : [ok('The books balance, payouts equal their rows, and every paid order is in them')]
}
