import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { busyFor } from '#lib/testing.ts'
import { FileProblem } from '#lib/file-problem.ts'
import { BackupFileError, readBackup, verifyBackup, writeBackup, type BackupRecord } from './backup-file.ts'

const header: Extract<BackupRecord, { kind: 'H' }> = {
  kind: 'H',
  content: { format: 'seller-hub-backup', version: 2, createdAt: '2026-01-01T00:00:00Z', migrations: ['0001-a'] },
}
const records: BackupRecord[] = [
  header,
  { kind: 'T', content: { name: 'sellers', columns: ['id', 'name'] } },
  { kind: 'D', rows: Buffer.from(Array.from({ length: 60 }, (_, n) => `${n}\tname ${n * 7919}\n`).join('')) },
  { kind: 'E', content: { rows: 60 } },
  { kind: 'S', content: { sellers_id_seq: '61' } },
]

const inFolder = (name: string) => path.join(folder, name)

async function written(name: string, all: BackupRecord[]): Promise<string> {
  // oxlint-disable-next-line typescript/require-await -- database rows arrive asynchronously
  await writeBackup(
    inFolder(name),
    (async function* () {
      yield* all
    })(),
  )
  return inFolder(name)
}

async function readAll(content: Buffer): Promise<BackupRecord[]> {
  await writeFile(inFolder('read.backup'), content)
  const all: BackupRecord[] = []
  for await (const record of readBackup(inFolder('read.backup'))) all.push(record)
  return all
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

const folder = await mkdtemp(path.join(tmpdir(), 'hub-backup-file-'))
const good = await readFile(await written('good.backup', records))

afterAll(() => rm(folder, { recursive: true }))

describe('a backup file', () => {
  it('reads back what was written, and only its owner can read it', async () => {
    expect(await readAll(good)).toEqual(records)
    expect((await stat(inFolder('good.backup'))).mode & 0o077).toBe(0)
  })

  it('takes rows of any length', async () => {
    const rows = Buffer.alloc(3_000_000, 'x')
    const parts = (await readAll(await readFile(await written('long.backup', [header, { kind: 'D', rows }])))).slice(1)
    const read = Buffer.concat(parts.map((record) => (record.kind === 'D' ? record.rows : Buffer.alloc(0))))
    expect(read.equals(rows)).toBe(true)
  })

  it('is refused or reads the same, whichever bit was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: good.length * 8 - 1 }), async (bit) => {
        // A few bits of the gzip header, such as the timestamp, have no meaning.
        const outcome = await readAll(flipped(good, bit)).catch((error: unknown) => error)
        if (Array.isArray(outcome)) expect(outcome).toEqual(records)
        else expect(outcome).toBeInstanceOf(BackupFileError)
      }),
      { numRuns: 300 },
    )
  })

  it('is refused at once if a record was changed before compression, and its length is not trusted', async () => {
    const plain = gunzipSync(good)
    const readChanged = async () => {
      // Lengths occupy four bytes, so every third byte hits each of them.
      for (let byte = 0; byte < plain.length; byte += 3)
        await expect(
          readAll(gzipSync(flipped(plain, byte * 8 + (byte % 8)), { level: 0 })),
          `byte ${byte}`,
        ).rejects.toThrow(BackupFileError)
    }
    expect((await busyFor(readChanged)) / (plain.length / 3)).toBeLessThan(20)
  })

  it('is refused after an implausible length without buffering gigabytes', async () => {
    const wild = Buffer.concat([
      gunzipSync(good).subarray(0, 1),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.alloc(64 * 1024 * 1024),
    ])
    const packed = gzipSync(wild, { level: 1 })
    const read = () => expect(readAll(packed)).rejects.toThrow('is damaged or not a Seller Hub backup')
    expect(await busyFor(read)).toBeLessThan(2_000)
  })

  it('is refused if it is cut off or a record is missing', async () => {
    const plain = gunzipSync(good)
    for (const content of [good.subarray(0, -40), gzipSync(plain.subarray(0, -30)), Buffer.alloc(0), Buffer.from('x')])
      await expect(readAll(content)).rejects.toThrow(BackupFileError)
    const sequence = plain.lastIndexOf('S')
    const last = plain.lastIndexOf('Z')
    await expect(readAll(gzipSync(Buffer.concat([plain.subarray(0, sequence), plain.subarray(last)])))).rejects.toThrow(
      'is incomplete',
    )
  })

  it('of version 1, without checksums, is read, and refused if it was changed', async () => {
    const record = (kind: string, body: string) => {
      const head = Buffer.from(`${kind}....`)
      head.writeUInt32BE(Buffer.byteLength(body), 1)
      return Buffer.concat([head, Buffer.from(body)])
    }
    const first = { ...header, content: { ...header.content, version: 1 } }
    const all = Buffer.concat([
      record('H', JSON.stringify(first.content)),
      record('T', '{"name":"sellers","columns":["id"]}'),
      record('D', '1\n2\n'),
      record('E', '{"rows":2}'),
    ])
    const sum = createHash('sha256').update(all).digest('hex')
    const whole = Buffer.concat([all, record('Z', JSON.stringify({ sha256: sum }))])
    expect(await readAll(gzipSync(whole))).toEqual([
      first,
      { kind: 'T', content: { name: 'sellers', columns: ['id'] } },
      { kind: 'D', rows: Buffer.from('1\n2\n') },
      { kind: 'E', content: { rows: 2 } },
    ])
    for (let byte = 0; byte < whole.length; byte += 1)
      await expect(readAll(gzipSync(flipped(whole, byte * 8 + (byte % 7)))), `byte ${byte}`).rejects.toThrow(
        BackupFileError,
      )
  })

  it('is refused if it is another kind of file', async () => {
    for (const content of [{ format: 'else' }, [1]])
      await expect(verifyBackup(await written('else.backup', [{ ...header, content } as never]))).rejects.toThrow(
        'is not a Seller Hub backup',
      )
  })

  it.each([
    ['nope.backup', 'nope.backup does not exist.'],
    ['.', 'is a folder, not a file.'],
  ])('%s cannot be read', async (name, words) => {
    await expect(verifyBackup(inFolder(name))).rejects.toThrow(FileProblem)
    await expect(verifyBackup(inFolder(name))).rejects.toThrow(words)
  })

  it('is not created if its source fails', async () => {
    // oxlint-disable-next-line typescript/require-await -- as above
    const failing = (async function* (): AsyncGenerator<BackupRecord> {
      yield header
      throw new Error('lost')
    })()
    await expect(writeBackup(inFolder('failed.backup'), failing)).rejects.toThrow('lost')
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
  })
})
