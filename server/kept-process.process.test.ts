import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { keepRunning, servesMessage, settledMessage } from './kept-process.ts'

/** Keeps a Node program running; collects its messages and process ids. */
function kept(program: string) {
  const messages: string[] = []
  const ids: number[] = []
  const start = async () => {
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    ids.push(child.pid!)
    return child
  }
  const running = keepRunning({ start, name: 'It', say: (line) => messages.push(line), firstWait: 10 })
  onTestFinished(running.stop)
  return { messages, ids, stop: running.stop, settled: running.settled }
}

const again = (seconds: number) => `It stopped. The hub keeps running and restarts it in ${seconds} s.`

it('a helper process that exits is restarted, after increasing pauses, until it is stopped', async () => {
  const { messages, ids, stop } = kept(`process.send('${servesMessage}', () => process.exit(1))`)
  await expect.poll(() => messages.length).toBeGreaterThan(3)
  await stop()
  expect(messages.slice(0, 4)).toEqual([again(0.01), again(0.02), again(0.04), again(0.08)])
  expect(new Set(ids).size).toBe(ids.length)
  const [starts, lines] = [ids.length, messages.length]
  await stop()
  expect([ids.length, messages.length]).toEqual([starts, lines])
})

it('one that never served is not restarted, and one that serves stops silently with the hub', async () => {
  const { messages, ids, settled } = kept('process.exit(1)')
  await settled
  await expect
    .poll(() => messages)
    .toEqual(['It is not running. The hub keeps running; restart the hub to start both.'])
  expect(ids).toHaveLength(1)
  const other = kept(
    `process.send('${servesMessage}'); process.send('${settledMessage}'); setInterval(() => {}, 1_000)`,
  )
  await other.settled
  expect(other.ids).toHaveLength(1)
  await other.stop()
  expect(() => process.kill(other.ids[0]!, 0)).toThrow('ESRCH')
  expect(other.messages).toEqual([])
})
