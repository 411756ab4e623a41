import type { SqlRecorder } from './bare-sql.ts'
import type { HubProcess } from './hub-process.ts'
import type { PageCase } from './page-case.ts'
import type { Visitor } from './visitor.ts'
import { repeat } from './warm.ts'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { renderToPipeableStream } from 'react-dom/server'
import { elementsOf } from './markup.ts'

const warmups = 3
const turns = 4
/** Requests per turn, so that CPU caches behave as in real use. */
export const aTurn = 10

export const requestsPerPage = turns * aTurn

/** Times of one page in milliseconds. */
export interface Measured extends PageCase {
  http: number[]
  sql: number[]
  react: number[]
  /** CPU time of the hub per request; NaN if unavailable. */
  cpu: number
}

interface Measuring {
  visitor: Visitor
  recorder: SqlRecorder
  hub: HubProcess
  say: (line: string) => void
}

/** Measures pages one after the other, compared with their plain SQL and with React alone. */
export async function measurePages(pages: readonly PageCase[], measuring: Measuring): Promise<Measured[]> {
  await warmUp(measuring.visitor, pages)
  const measured: Measured[] = []
  let group = ''
  for (const page of pages) {
    if (page.group !== group) measuring.say(`  ${page.group}`)
    group = page.group
    measured.push(await measurePage(page, measuring))
  }
  return measured
}

/** Warms up: before V8 has compiled the code and PostgreSQL cached the rows, a page takes several times as long. */
async function warmUp(visitor: Visitor, pages: readonly PageCase[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) for (const { path } of pages) await visitor.get(path)
}

/** Interleaves the page and its references, so that other load affects all three. */
async function measurePage(page: PageCase, { visitor, recorder, hub }: Measuring): Promise<Measured> {
  const { body, status } = await visitor.get(page.path, { encoding: 'identity' })
  if (status !== 200) throw new Error(`${page.path} was answered with ${status}`)
  const react = createReactAlone(body.toString())
  const bareSql = await recorder.record(page.path)
  const measured: Measured = { ...page, http: [], sql: [], react: [], cpu: Number.NaN }
  const ask = async () => {
    const answer = await visitor.get(page.path)
    if (answer.status !== 200) throw new Error(`${page.path} was answered with ${answer.status}`)
    return answer.ms
  }
  const references = [
    { times: measured.sql, time: () => timed(() => bareSql.run()) },
    { times: measured.react, time: () => timed(() => react.render()) },
  ]
  for (const time of [ask, ...references.map((one) => one.time)]) await repeat(warmups, time)
  const before = await hub.cpuMs()
  for (let turn = 0; turn < turns; turn += 1)
    for (const { times, time } of [{ times: measured.http, time: ask }, ...references])
      await repeat(aTurn, async () => times.push(await time()))
  measured.cpu = (((await hub.cpuMs()) ?? Number.NaN) - (before ?? Number.NaN)) / (turns * aTurn)
  return measured
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Renders a page's markup with React only: no components, data, router or compression. */
interface ReactAlone {
  /** Renders once; resolves with the bytes written. */
  render(): Promise<number>
}

/** Parses a page's HTML once; only rendering is measured. */
function createReactAlone(html: string): ReactAlone {
  const tree = elementsOf(html)
  return {
    async render() {
      let bytes = 0
      const nowhere = new Writable({
        write(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          done()
        },
      })
      await new Promise<void>((resolve, reject) => {
        const { pipe } = renderToPipeableStream(tree, {
          onShellReady: () => {
            pipe(nowhere)
            resolve()
          },
          onShellError: reject,
        })
      })
      await finished(nowhere)
      return bytes
    },
  }
}
