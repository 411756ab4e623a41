import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive, waitUntil } from '#db/embedded/processes.ts'
import { freePort, postgresOf, usedDataFolder } from '#server/process-testing.ts'

const root = path.resolve(import.meta.dirname, '../..')

it('a signal to npm alone stops the hub in order', async () => {
  const folder = await usedDataFolder()
  const port = await freePort()
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      DATA_DIR: folder,
      PORT: String(port),
      METRICS_PORT: '0',
      HUB_DEMO: 'off',
      HOST: '127.0.0.1',
    },
  })
  onTestFinished(() => void npm.kill('SIGKILL'))
  let output = ''
  npm.stderr.on('data', (text) => (output += text))
  npm.stdout.on('data', (text) => (output += text))
  while (!output.includes('The Seller Hub is at')) {
    if (npm.exitCode !== null) throw new Error(output)
    await Promise.race([once(npm.stdout, 'data'), once(npm, 'exit')])
  }
  const postgres = (await postgresOf(folder))!
  npm.kill('SIGTERM')
  expect(await waitUntil(() => !isAlive(postgres), 15_000)).toBe(true)
  expect(await postgresOf(folder)).toBeNull()
  expect(output).toContain('Stopping: finishing requests in flight')
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})
