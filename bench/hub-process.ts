import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { nodeFlags, nodeVariables } from '#cli/bootstrap/node-settings.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** The built hub in a separate process, as with `npm start`. */
export interface HubProcess {
  url: string
  pid: number
  startMs: number
  /** Resident memory in bytes; null if unavailable. */
  memory(): Promise<number | null>
  /** CPU time used in milliseconds, in steps of 10; null if unavailable. */
  cpuMs(): Promise<number | null>
  output(): string
  alive(): boolean
  stop(): Promise<void>
}

/** Starts the hub on a free port, by default without the preparations of `npm start`. Rejects with its output on failure. */
export async function startHub(env: Record<string, string>, script = 'server/main.ts'): Promise<HubProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, script)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...nodeVariables,
      NODE_ENV: 'production',
      HUB_DEMO: 'off',
      METRICS_PORT: '0',
      MARKET_PORT: 'off',
      CARRIER_PORT: 'off',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      PUBLIC_URL: url,
      ...env,
    },
  })
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  try {
    await untilServing(child, () => output)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url,
    pid: child.pid!,
    startMs: performance.now() - started,
    memory: () => residentBytes(child.pid!),
    cpuMs: () => processorMs(child.pid!),
    output: () => output,
    alive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function untilServing(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output().includes('The Seller Hub is at')) resolve()
    })
    child.once('close', (code) => reject(new Error(`the hub ended with ${code}: ${output()}`)))
  })
}

async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}

/** User and system time of a process. */
async function processorMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name in brackets may contain anything; both times are fields 12 and 13 after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : null
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
