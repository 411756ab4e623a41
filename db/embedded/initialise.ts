import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { asAccount } from './account.ts'
import { type Binaries, withInitdb } from './binaries.ts'
import { ClusterError, diskFull, saysDiskFull, saysTooFewFiles, tooFewFiles } from './errors.ts'
import { chownTo, type Place } from './place.ts'
import { isAlive, killByArgument } from './processes.ts'
import type { Settings } from './settings.ts'
import { errorText } from '#lib/error-text.ts'

/** Passwords of the cluster's two roles, kept beside its data and readable by the hub's user only. */
export interface Credentials {
  superuser: string
  owner: string
}

/** The superuser, which no page uses, and the owner of the hub's database. */
export const SUPERUSER = 'postgres'
export const OWNER = 'hub'

/**
 * Initialises the cluster of a place if missing. It is built in a draft folder and moved by one rename, so that a
 * killed process leaves only a draft; the next start removes it.
 * @throws {ClusterError} if the disk is full, the folder cannot be written, or the data is of another PostgreSQL
 * version
 */
export async function initialise(place: Place, binaries: Binaries, settings: Settings): Promise<Credentials> {
  clearDrafts(place)
  if (!existsSync(place.cluster)) await build(place, binaries, settings)
  checkVersion(place, binaries)
  return readCredentials(place)
}

async function build(place: Place, binaries: Binaries, settings: Settings): Promise<void> {
  const draft = `${place.folder}${DRAFT}${process.pid}-${randomBytes(3).toString('hex')}`
  try {
    const credentials = {
      superuser: randomBytes(24).toString('base64url'),
      owner: randomBytes(24).toString('base64url'),
    }
    mkdirSync(path.join(draft, 'cluster'), { recursive: true, mode: 0o700 })
    chmodSync(draft, 0o711)
    chownTo(path.join(draft, 'cluster'), place.account)
    writeFileSync(path.join(draft, CREDENTIALS), JSON.stringify(credentials), { mode: 0o600 })
    await withInitdb(binaries, (initdb) =>
      runInitdb({ place, initdb, draft, password: credentials.superuser, settings }),
    )
    renameSync(draft, place.folder)
  } catch (error) {
    // Another hub may have been faster; use its cluster.
    if (existsSync(place.cluster)) return
    const message = errorText(error)
    if (saysDiskFull(message)) throw diskFull(place.folder)
    if (error instanceof ClusterError) throw error
    throw new ClusterError(
      `The database could not be created in ${place.folder}: ${message}; make that folder writable, or set DATA_DIR to another one.`,
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const DRAFT = '.new-'
const CREDENTIALS = 'credentials.json'

async function runInitdb(options: {
  place: Place
  initdb: string
  draft: string
  password: string
  settings: Settings
}): Promise<void> {
  const { place, initdb, draft, password } = options
  const passwordFile = path.join(draft, 'initial-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownTo(passwordFile, place.account)
  let output = ''
  // Character classes (for pg_trgm) need a UTF-8 LC_CTYPE, whose name depends on the system.
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const initdbOptions = [
      ['-D', path.join(draft, 'cluster'), '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`],
      ['--set', 'lc_messages=C'],
      // Without fsync later, initdb needs none either.
      options.settings['fsync'] === 'off' ? ['--no-sync'] : [],
    ].flat()
    const outcome = await run(initdb, initdbOptions, place)
    output = outcome.output
    if (outcome.code === 0) {
      rmSync(passwordFile)
      return
    }
    if (!/invalid locale|locale name|LC_CTYPE/i.test(output)) break
  }
  if (saysDiskFull(output)) throw diskFull(place.folder)
  if (saysTooFewFiles(output)) throw tooFewFiles()
  throw new ClusterError(`PostgreSQL could not create its data in ${place.folder}: ${failureReason(output)}`)
}

export function failureReason(output: string): string {
  const lines = output.trim().split('\n')
  const line = lines.find((text) => /(?:error|FATAL|PANIC):/.test(text)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(?:error|FATAL|PANIC):\s*/, '').trim() || 'it gave no reason'
}

function run(program: string, options: string[], place: Place): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, {
      ...asAccount(place.account),
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Removes drafts of killed processes; a draft's name has its process id. */
function clearDrafts(place: Place): void {
  const prefix = `${path.basename(place.folder)}${DRAFT}`
  const parent = path.dirname(place.folder)
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    if (!name.startsWith(prefix)) continue
    const draft = path.join(parent, name)
    if (!isAbandoned(draft, Number.parseInt(name.slice(prefix.length), 10))) continue
    // The initdb of a killed hub may still be writing, or another hub may clean up too: retry until nothing is left.
    for (let round = 0; round < 10 && existsSync(draft); round++) {
      killByArgument(draft)
      rmSync(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    }
  }
}

/** In containers every hub may have the same process id: a draft older than this process is not its own. */
function isAbandoned(draft: string, maker: number): boolean {
  if (maker !== process.pid) return !isAlive(maker)
  const started = Date.now() - process.uptime() * 1000
  return (statSync(draft, { throwIfNoEntry: false })?.birthtimeMs ?? 0) < started
}

function checkVersion(place: Place, binaries: Binaries): void {
  const found = readFileSync(path.join(place.cluster, 'PG_VERSION'), 'utf8').trim()
  if (Number(found) === binaries.major) return
  throw new ClusterError(
    `The database in ${place.folder} was made by PostgreSQL ${found}, and this hub comes with ${binaries.major}; make a backup with the version of the hub that made it ("npm run hub -- backup <file>") and restore it into a new DATA_DIR.`,
  )
}

function readCredentials(place: Place): Credentials {
  const file = path.join(place.folder, CREDENTIALS)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials
  } catch (error) {
    throw new ClusterError(
      `The database's passwords cannot be read from ${file} (${errorText(error)}); start the hub as the user that made it, or bring the file back from a copy.`,
    )
  }
}
