import sharp from 'sharp'
import { paths } from '#web/paths.ts'
import { percentile } from './percentiles.ts'
import type { RunSuite, Setting } from './setting.ts'
import type { Table } from './table.ts'
import { tokenOf, type Visitor } from './visitor.ts'

const uploads = 40
const page = paths.orders
const pageViews = 60

interface Sender {
  setting: Setting
  visitor: Visitor
  srt: string
  photo: Buffer
}

/** Uploads of 12-megapixel photos, and their effect on concurrent page requests. */
export const picturesSuite: RunSuite = async (setting) => {
  const visitor = await setting.visit({ connections: 2 })
  const sender: Sender = { setting, visitor, srt: await tokenOf(visitor), photo: await takePhoto() }
  await send(sender)
  const rows: string[][] = []
  for (const clients of [1, 4]) rows.push(await measureUploads(sender, clients))
  const tables = [uploadTable(rows, sender.photo), await measurePages(sender)]
  visitor.close()
  return tables
}

/** As large and complex as a phone photo: 4000 x 3000, neither plain nor pure noise. */
function takePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
    .blur(1.5)
    .jpeg({ quality: 92 })
    .withExif({ IFD0: { Make: 'Bench' } })
    .toBuffer()
}

let sent = 0

/** The photo with a different comment, which makes it a new file for the hub. */
function another(photo: Buffer): Uint8Array<ArrayBuffer> {
  const comment = Buffer.from(`picture ${(sent += 1)} of ${process.pid} at ${performance.now()}`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return new Uint8Array(Buffer.concat([photo.subarray(0, 2), head, comment, photo.subarray(2)]))
}

/** Uploads one and returns the milliseconds; throws if rejected. */
async function send({ setting, visitor, srt, photo }: Sender): Promise<number> {
  const body = another(photo)
  const began = performance.now()
  const response = await fetch(setting.hub.url + paths.pictureUpload, {
    method: 'POST',
    headers: { cookie: visitor.cookie, 'x-srt': srt },
    body,
  })
  const answer = await response.text()
  if (response.status !== 200) throw new Error(`an upload was answered with ${response.status}: ${answer}`)
  return performance.now() - began
}

async function measureUploads(sender: Sender, clients: number): Promise<string[]> {
  const times: number[] = []
  let left = uploads
  const began = performance.now()
  const client = async () => {
    while (left > 0) {
      left -= 1
      times.push(await send(sender))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  const at = (share: number) => percentile(times, share).toFixed(0)
  return [`${clients}`, (uploads / seconds).toFixed(1), at(0.5), at(0.95), await memory(sender)]
}

async function memory({ setting }: Sender): Promise<string> {
  const bytes = await setting.hub.memory()
  return bytes === null ? 'not known' : (bytes / 1e6).toFixed(0)
}

function uploadTable(rows: string[][], photo: Buffer): Table {
  return {
    title: 'Uploads of a photograph of 12 megapixels',
    columns: ['clients', 'uploads/s', 'p50 ms', 'p95 ms', 'hub memory after, MB'],
    rows,
    notes: [
      `JPEG of ${(photo.length / 1e6).toFixed(1)} MB, stored as WebP of 1,600 and 320 px. A process prepares one picture at a time.`,
    ],
  }
}

async function measurePages(sender: Sender): Promise<Table> {
  const alone = await pageTimes(sender.visitor)
  const enough = new AbortController()
  const senders = [1, 2].map(async () => {
    while (!enough.signal.aborted) await send(sender)
  })
  const beside = await pageTimes(sender.visitor)
  enough.abort()
  await Promise.all(senders)
  const row = (name: string, times: number[]) => [
    name,
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.95).toFixed(1),
  ]
  return {
    title: `${page} beside uploads`,
    detail: true,
    columns: ['meanwhile', 'p50 ms', 'p95 ms'],
    rows: [row('nothing', alone), row('two clients upload without pause', beside)],
  }
}

async function pageTimes(visitor: Visitor): Promise<number[]> {
  const times: number[] = []
  for (let view = 0; view < pageViews; view += 1) {
    const { status, ms } = await visitor.get(page)
    if (status !== 200) throw new Error(`${page} was answered with ${status}`)
    times.push(ms)
  }
  return times.slice(10)
}
