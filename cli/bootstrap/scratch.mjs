import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { colourVariables, wantsColour } from '../../lib/colour.mjs'
import { root, whenNpmEnds } from './setup.mjs'

const bin = path.join(root, 'node_modules', '.bin')
const colour = wantsColour(process.stdout, process.env)

/** Leaders of the process groups that run. @type {Set<number>} */
const groups = new Set()

/** Scratch folders in use. @type {Set<string>} */
const folders = new Set()

/**
 * Runs a tool of the project in a process group of its own. Rejects with its output if it fails.
 * @param {string} tool
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {boolean} [show] print output at once
 * @returns {Promise<string>}
 */
export function run(tool, args, env = {}, show = false) {
  stopWhenAsked()
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(bin, tool), args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      env: { ...process.env, ...colourVariables(colour), PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
    })
    const { pid } = child
    if (pid) groups.add(pid)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (pid) groups.delete(pid)
      // Otherwise whoever waits would end this process before everything has stopped.
      if (isStopping) return
      if (code === 0) resolve(output)
      else reject(new Error(output.trim()))
    })
  })
}

/**
 * Runs work with a folder for databases and files of tests, which is removed afterwards, also when this process is asked to
 * stop.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function inScratch(work) {
  const folder = mkdtempSync(path.join(scratch(), `hub-tests-${process.pid}-`))
  // As root, the tests run PostgreSQL as another user.
  chmodSync(folder, 0o755)
  folders.add(folder)
  stopWhenAsked()
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    folders.delete(folder)
  }
}

let isListening = false
let isStopping = false

/** From now on, Ctrl-C, a signal or npm's end stops everything that runs, and then this process. */
function stopWhenAsked() {
  if (isListening) return
  isListening = true
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void endAll().finally(() => process.exit(130))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  whenNpmEnds(stop)
}

/** Ends all tools with what they started, and the database servers of the folders, which are removed. */
async function endAll() {
  await end(
    [...groups].map((pid) => -pid),
    'SIGTERM',
  )
  for (const folder of folders) {
    // Each server is a group of its own, so that it outlives a killed hub.
    await end(serversBelow(folder), 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Process ids of PostgreSQL's servers below a folder. @param {string} folder */
function serversBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'postmaster.pid')
    .map((name) => Number(readFileSync(path.join(folder, name), 'utf8').split('\n')[0]))
    .filter((pid) => pid > 0)
}

/** Sends a signal, and kills what runs three seconds later. @param {number[]} targets processes, or groups below zero @param {NodeJS.Signals} signal */
async function end(targets, signal) {
  const reached = (/** @type {NodeJS.Signals | 0} */ sent) =>
    targets.filter((target) => {
      try {
        return process.kill(target, sent)
      } catch {
        return false
      }
    })
  reached(signal)
  for (let waited = 0; waited < 30 && reached(0).length > 0; waited += 1) await delay(100)
  reached('SIGKILL')
}

/** Temporary folder for test databases: TMPDIR, else in memory if there is room, a few 100 MB per worker. */
function scratch() {
  if (process.env.TMPDIR) return process.env.TMPDIR
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 2 * 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
