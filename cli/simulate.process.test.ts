import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hubVariables } from '#server/testing-process.ts'
import { serveHub } from './testing-simulate.ts'

// SIGINT is handled the same way for every command: see `backup.process.test.ts`.
it('hub simulate ends at SIGTERM behind the request under way, and says what it did', async () => {
  const hub = await serveHub()
  const args = ['simulate', '--hub', hub.url, '--speed', '2000', '--orders', '2000', '--seed', '0']
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...hubVariables, HUB_API_KEY: hub.key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close')
  await expect.poll(() => said).toContain('(sim-0-3')
  child.kill('SIGTERM')
  expect(await ended, said).toEqual([0, null])
  const [, counted] = /\nEnded after [^]*?(\d+) {2}orders\n/.exec(said)!
  // Created and counted orders match.
  const kept = await hub.db.owner.selectFrom('orders').select('id').execute()
  expect(kept).toHaveLength(Number(counted))
})
