import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import sharp from 'sharp'
import { portOf } from '#lib/listening.ts'
import { buyersPhoto } from './photo.ts'

it('a buyer’s photo shows the listing: the same for the same order, and none without a picture', async () => {
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
  const at = (path: string) => `http://127.0.0.1:${portOf(server)}${path}`
  const [, name = ''] = /<view id="([^"]+)"/.exec(drawn)!
  const shown = [`/products.svg#${name}`, '/plain.webp', '/plain.webp']
  // Reading drawings must also work in a process that handles uploads.
  await import('#features/core/listing-pictures/prepare-picture.server.ts')
  const all = [...shown, '/none.jpg', '/broken.jpg', '/products.svg#none']
  const photos = await Promise.all(all.map(async (path) => buyersPhoto(at(path), 'sim-1-1')))
  for (const photo of photos.slice(0, shown.length))
    expect(await sharp(photo!).metadata()).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 640,
    })
  expect(photos[1]).toEqual(photos[2])
  expect(photos.slice(shown.length)).toEqual([null, null, null])
})
