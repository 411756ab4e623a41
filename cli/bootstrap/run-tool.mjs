import { spawn } from 'node:child_process'
import { SetupError } from './setup-error.mjs'

/**
 * Runs a program to its end; prints its output only if it fails. It stops when this process is asked to stop.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, failure: string, env?: NodeJS.ProcessEnv, onStart?: (pid: number | undefined) => void }} options
 *   `failure` begins the sentence that says what could not be done
 */
export async function runTool(command, args, { cwd, failure, env = {}, onStart = () => {} }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  onStart(child.pid)
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let stopped = false
  const stop = () => {
    stopped = true
    child.kill('SIGTERM')
  }
  for (const signal of signals) process.on(signal, stop)
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.once('close', resolve)
  })
  for (const signal of signals) process.off(signal, stop)
  if (stopped) throw new SetupError('Stopped. Run it again to continue.')
  if (status === 0) return
  if (/ENOSPC|no space left/i.test(output)) throw new SetupError(diskFull(failure))
  throw new SetupError(`${output.trim()}\n${failure}; see the lines above. Fix the problem and try again.`)
}

/** @param {string} failure */
export function diskFull(failure) {
  return `${failure}: the disk is full. Free some space and try again; no data was lost.`
}
