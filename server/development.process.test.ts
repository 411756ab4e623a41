import { expect, it } from 'vitest'
import { postgresOf, startHub, usedDataFolder } from './process-testing.ts'

it('serves pages from their sources with hot reload, and stops PostgreSQL at SIGTERM like any hub', async () => {
  const folder = await usedDataFolder()
  const hub = await startHub({
    DATA_DIR: folder,
    NODE_ENV: 'development',
    // As `npm run dev` sets it (cli/bootstrap/dev.mjs).
    NODE_OPTIONS: '--conditions=development',
  })
  await hub.ready
  const answerOf = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${hub.port}${address}`)
    return { status: answer.status, text: await answer.text() }
  }
  const page = await answerOf('/sign-in')
  expect(page.status).toBe(200)
  expect(page.text).toContain('virtual:react-router/inject-hmr-runtime')
  expect(await answerOf('/@vite/client')).toMatchObject({
    status: 200,
    text: expect.stringContaining('vite:beforeUpdate'),
  })
  hub.child.kill('SIGTERM')
  expect(await hub.exited, hub.output()).toBe(0)
  expect(await postgresOf(folder)).toBeNull()
})
