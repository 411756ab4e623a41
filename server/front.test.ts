import { expect, it, onTestFinished } from 'vitest'
import { serverPaths } from '#web/paths.ts'
import { portOf } from '#lib/listening.ts'
import { openFront } from './front.ts'

it('says before the hub serves that it lives, to wait, and for how long a proxy may keep its connection', async () => {
  const front = await openFront({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void front.close())
  const url = `http://127.0.0.1:${portOf(front)}`
  const lives = await fetch(url + serverPaths.health)
  expect([lives.status, lives.headers.get('keep-alive')]).toEqual([200, 'timeout=130'])
  const page = await fetch(url)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
})
