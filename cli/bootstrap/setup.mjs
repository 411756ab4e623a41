import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants as modes,
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
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { withLock } from './lock.mjs'
import { nodeFlags, nodeVariables } from './node-settings.mjs'
import { diskFull, runTool } from './run-tool.mjs'
import { SetupError } from './setup-error.mjs'

export const root = path.resolve(import.meta.dirname, '../..')
const modules = path.join(root, 'node_modules')
const node = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const buildFolder = path.join(root, 'build')

/** Prints what went wrong and ends with exit code 1. @param {unknown} error */
export function fail(error) {
  const code = /** @type {NodeJS.ErrnoException} */ (error).code
  if (error instanceof SetupError) console.error(error.message)
  else if (code === 'ENOSPC') console.error(diskFull('The hub could not be prepared'))
  else if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    console.error(`The project's folder is not writable (${String(error)}): run as its owner, or in your own copy.`)
  else console.error(error)
  process.exit(1)
}

/** Warns on an untested system, and fails on one where the hub cannot start. */
export async function warnAboutSystem() {
  const notice = systemNotice(process.platform, process.env)
  if (notice) console.error(notice)
}

/** Fails if sources or packages are not writable; tools would otherwise fail with unhelpful messages. */
export async function requireWritable() {
  for (const folder of [root, modules]) if (existsSync(folder)) accessSync(folder, modes.W_OK)
}

/**
 * Installs the locked packages unless they are present.
 * @param {{ say?: (line: string) => void, forDevelopment?: boolean }} [options] `forDevelopment` adds what only tests and
 *   checks need
 */
export async function install({ say = console.log, forDevelopment = false } = {}) {
  const wanted = hash([path.join(root, 'package-lock.json')])
  const whole = `${wanted} development`
  const isInstalled = () =>
    [whole, ...(forDevelopment ? [] : [wanted])].includes(readStamp(modules) ?? '') && nodeVersion() !== null
  if (isInstalled()) return
  await withLock(path.join(root, '.install-lock'), async (alsoHeldBy) => {
    if (isInstalled()) return
    say('Installing packages …')
    const npm = process.env.npm_execpath
    const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
    // Not `npm ci`: it fails if a registry lacks optional packages of other platforms. This installs the locked
    // versions too.
    const which = forDevelopment ? '--include=dev' : '--omit=dev'
    const options = ['install', '--no-save', which, '--no-audit', '--no-fund', '--loglevel=error']
    await runTool(command, [...first, ...options], {
      cwd: root,
      failure: 'The packages could not be installed',
      onStart: alsoHeldBy,
    })
    if (!nodeVersion()) {
      throw new SetupError(
        'The packages were installed without their install scripts, so Node 24 is missing. Run: npm install --ignore-scripts=false',
      )
    }
    writeFileSync(stampOf(modules), forDevelopment ? whole : wanted)
  })
}

/** The version of the project's Node; null if it does not run. */
function nodeVersion() {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 && Number(stdout.slice(1).split('.')[0]) >= 22 ? stdout.trim() : null
}

/**
 * Builds the pages unless the existing build is of the same sources. The new build replaces the old one at once.
 * @param {{ maps?: boolean, say?: (line: string) => void }} [options] `maps` keeps the browser files' source maps in `build/maps`,
 *   which is not served
 */
export async function build({ maps = false, say = console.log } = {}) {
  const wanted = hash([
    ...['app', 'web', 'features', 'shui', 'lib', 'texts', 'public', 'examples'].flatMap((folder) =>
      filesIn(path.join(root, folder)),
    ),
    ...['package-lock.json', 'vite.config.ts'].map((file) => path.join(root, file)),
  ])
  if (readStamp(buildFolder) === wanted) return
  await withLock(path.join(root, '.build-lock'), async (alsoHeldBy) => {
    if (readStamp(buildFolder) === wanted) return
    say('Building the pages …')
    const fresh = path.join(root, '.build-new')
    rmSync(fresh, { recursive: true, force: true })
    const options = {
      cwd: root,
      failure: 'The pages could not be built',
      env: { HUB_BUILD_DIR: '.build-new', HUB_BUILD_MAPS: maps ? 'yes' : '', NODE_ENV: 'production' },
      onStart: alsoHeldBy,
    }
    for (const config of ['vite.config.ts', 'examples/market/vite.config.ts']) {
      const vite = [path.join(modules, 'vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn']
      await runTool(node, vite, options).catch((error) => {
        rmSync(fresh, { recursive: true, force: true })
        throw error
      })
    }
    if (maps) putMapsAside(fresh)
    compressFiles(path.join(fresh, 'client'))
    writeFileSync(stampOf(fresh), wanted)
    const old = path.join(root, '.build-old')
    rmSync(old, { recursive: true, force: true })
    if (existsSync(buildFolder)) renameSync(buildFolder, old)
    renameSync(fresh, buildFolder)
    rmSync(old, { recursive: true, force: true })
  })
}

/** Source maps are for the tests and are not served. @param {string} folder */
function putMapsAside(folder) {
  mkdirSync(path.join(folder, 'maps'))
  for (const file of filesIn(path.join(folder, 'client')).filter((name) => name.endsWith('.map')))
    renameSync(file, path.join(folder, 'maps', path.basename(file)))
}

/** Precompresses files to `.br` and `.gz` if that saves space. @param {string} folder */
function compressFiles(folder) {
  for (const file of filesIn(folder).filter((name) => /\.(js|css|svg|json|txt|wasm)$/.test(name))) {
    const content = readFileSync(file)
    if (content.length < 600) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    )
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

/**
 * Runs a TypeScript file with the project's Node until it ends, and ends with its exit code. Signals are passed on; the
 * child also learns over its channel when this process is killed.
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function execute(script, args, env = {}) {
  const child = spawn(node, [...nodeFlags, path.join(root, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    cwd: root,
    // Node caches compiled TypeScript, which halves the time of later starts.
    env: { NODE_COMPILE_CACHE: path.join(modules, '.cache/node'), ...nodeVariables, ...process.env, ...env },
  })
  // In a terminal, Ctrl-C reaches the child directly.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.on('error', fail)
  child.on('exit', (code, signal) => {
    if (signal === 'SIGKILL')
      console.error(
        'The process was killed, possibly because the system ran out of memory (see its log): all committed data is kept; start it again.',
      )
    process.exit(code ?? 1)
  })
}

/**
 * Calls `stop` when npm ends. npm runs scripts in a shell that does not pass signals on, so the hub would keep running; the
 * script's new parent process shows it.
 * @param {() => void} stop
 */
export function whenNpmEnds(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  watch.unref()
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile() && !/\.test\.tsx?$/.test(file))
    .toSorted()
}

/** @param {string[]} files */
function hash(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return sum.digest('hex')
}

/** @param {string} folder */
function stampOf(folder) {
  return path.join(folder, '.hub-lock')
}

/** @param {string} folder */
function readStamp(folder) {
  try {
    return readFileSync(stampOf(folder), 'utf8')
  } catch {
    return null
  }
}

/**
 * Says what to do on a system that the hub is not tested on; null on Linux and macOS.
 * @param {string} platform as `process.platform`
 * @param {Record<string, string | undefined>} env
 * @returns {string | null}
 * @throws {SetupError} where the hub could not start, since it has no database there
 */
export function systemNotice(platform, env) {
  if (platform === 'linux' || platform === 'darwin') return null
  const name = platform === 'win32' ? 'Windows' : platform
  const notice = `The Seller Hub is tested on Linux and macOS, not on ${name}.`
  if (env.DATABASE_URL) return notice
  throw new SetupError(
    `${notice} It has no embedded PostgreSQL there: set DATABASE_URL to your own PostgreSQL 15 to 18, then start again.`,
  )
}
