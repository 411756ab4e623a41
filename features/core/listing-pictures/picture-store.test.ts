import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolderStore, type PictureFile, type PictureStore } from './picture-store.server.ts'
import { createS3Store, S3Error } from './s3-store.server.ts'
import { s3Keys, startS3Server, type S3Server } from './testing-s3.ts'

const hash = '0123456789abcdef0123456789abcdef'
const file: PictureFile = { hash, size: 'large' }
const bytes = new Uint8Array([1, 2, 3])

let s3: S3Server
const folder = await mkdtemp(path.join(tmpdir(), 'hub-pictures-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  s3 = await startS3Server()
})
afterEach(() => s3.close())

function bucketStore(options: Partial<Parameters<typeof createS3Store>[0]> = {}): PictureStore {
  return createS3Store({ endpoint: s3.endpoint, bucket: 'hub-pictures', ...s3Keys, ...options })
}

describe.each([
  ['folder', () => createFolderStore(path.join(folder, 'new'))],
  ['bucket', () => bucketStore()],
])('a %s', (_name, make) => {
  it('stores, returns and removes files', async () => {
    const store = make()
    const small: PictureFile = { hash, size: 'small' }
    expect(await store.get(file)).toBeNull()
    await store.put(file, bytes)
    await store.put(file, bytes)
    await store.put(small, new Uint8Array([9]))
    expect([...(await store.get(file))!]).toEqual([1, 2, 3])
    expect([...(await store.get(small))!]).toEqual([9])
    await store.remove(file)
    await store.remove(file)
    expect(await store.get(file)).toBeNull()
    expect([...(await store.get(small))!]).toEqual([9])
  })
})

it('the folder leaves no partial file, and reports where it fails', async () => {
  const store = createFolderStore(path.join(folder, 'tidy'))
  await store.put(file, bytes)
  expect(await readdir(path.join(folder, 'tidy', '01'))).toEqual([`${hash}-large.webp`])
  expect([...(await readFile(path.join(folder, 'tidy', '01', `${hash}-large.webp`)))]).toEqual([1, 2, 3])
  await writeFile(path.join(folder, 'blocked'), '')
  await expect(createFolderStore(path.join(folder, 'blocked')).put(file, bytes)).rejects.toThrow(/ENOTDIR|EEXIST/)
})

describe('the bucket', () => {
  it('signs its requests, and sends the content type', async () => {
    await bucketStore().put(file, bytes)
    expect(s3.asked).toEqual([`PUT /hub-pictures/${hash}-large.webp 200`])
    expect(s3.objects.get(`${hash}-large.webp`)!.type).toBe('image/webp')
  })

  it('reports a wrong secret without revealing it', async () => {
    const put = bucketStore({ secretAccessKey: 'another' }).put(file, bytes)
    await expect(put).rejects.toThrow(S3Error)
    await expect(put).rejects.toThrow(/answered with 403/)
    await expect(put).rejects.not.toThrow(/another/)
    expect(s3.objects.size).toBe(0)
  })

  it('retries while the store is busy, and gives up if it stays so', async () => {
    s3.next.push(503, 429)
    await bucketStore().put(file, bytes)
    expect(s3.asked).toHaveLength(3)
    s3.next.push(500, 500)
    await expect(bucketStore({ retries: 1 }).get(file)).rejects.toMatchObject({ status: 500 })
  })

  it('distinguishes a missing bucket from a missing picture', async () => {
    const store = bucketStore({ bucket: 'elsewhere' })
    await expect(store.put(file, bytes)).rejects.toThrow(/there is no bucket/)
    expect(await store.get(file)).toBeNull()
  })

  it('has a time limit', async () => {
    s3.next.push('hang')
    await expect(bucketStore({ timeoutMs: 30 }).get(file)).rejects.toThrow(/timeout/i)
  })
})
