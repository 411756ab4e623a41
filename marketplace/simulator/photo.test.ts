import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import sharp from 'sharp'

const run = promisify(execFile)

it('a buyer photographs what the listing shows: the same order the same, and nothing where there is nothing to see', async () => {
  const drawn = await readFile(new URL('../../public/demo/products.svg', import.meta.url), 'utf8')
  const plain = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#345' } })
    .webp()
    .toBuffer()
  const server = createServer((request, response) => {
    const file = { '/products.svg': drawn, '/plain.webp': plain, '/broken.jpg': 'no picture' }[request.url!]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const [, name = ''] = /<view id="([^"]+)"/.exec(drawn)!
  const shown = [`/products.svg#${name}`, '/plain.webp', '/plain.webp']
  const photos = await photosOf([...shown, '/none.jpg', '/broken.jpg', '/products.svg#none'].map(at))
  for (const photo of photos.slice(0, shown.length))
    expect(await sharp(Buffer.from(photo!, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 640,
    })
  expect(photos[1]).toBe(photos[2])
  expect(photos.slice(shown.length)).toEqual([null, null, null])
})

/** In a process of its own, as the simulator is: where the hub takes pictures, it forbids the whole process to read drawings. */
async function photosOf(listed: string[]): Promise<(string | null)[]> {
  const program = `
    import { buyersPhoto } from '#marketplace/simulator/photo.ts'
    const photos = []
    for (const listed of process.argv.slice(1)) {
      const photo = await buyersPhoto(listed, 'sim-1-1')
      photos.push(photo && Buffer.from(photo).toString('base64'))
    }
    console.log(JSON.stringify(photos))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program, '--', ...listed], {
    maxBuffer: 10_000_000,
  })
  return JSON.parse(stdout) as (string | null)[]
}
