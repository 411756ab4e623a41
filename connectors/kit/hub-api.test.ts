import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { operations } from './operations.ts'
import { currentTypes, hubDocument, kitUse } from './package/kit-types.ts'
import { operationsOf, typesOf, type ApiDocument } from './package/types-of.ts'

const run = promisify(execFile)
const compiler = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

/** What the kit sends has to be taken, and what is answered has to be what the kit reads. */
const fits = `
import type { Operations as Hub } from './hub.ts'
import type { Operations as Kit } from './kit.ts'

type Names = keyof Kit & keyof Hub
export const names = (name: keyof Kit): Names => name
export const paths = (sent: { [K in Names]: Kit[K]['path'] }): { [K in Names]: Hub[K]['path'] } => sent
export const queries = (sent: { [K in Names]: Kit[K]['query'] }): { [K in Names]: Hub[K]['query'] } => sent
export const bodies = (sent: { [K in Names]: Kit[K]['body'] }): { [K in Names]: Hub[K]['body'] } => sent
export const answers = (answered: { [K in Names]: Hub[K]['answer'] }): { [K in Names]: Kit[K]['answer'] } => answered
`

const options = {
  target: 'ES2024',
  lib: ['ES2024'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  types: [],
}

const folder = await mkdtemp(path.join(tmpdir(), 'hub-kit-types-'))
await writeFile(path.join(folder, 'kit.ts'), currentTypes())
await writeFile(path.join(folder, 'fits.ts'), fits)
const config = { compilerOptions: options, files: ['fits.ts'] }
await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
afterAll(() => rm(folder, { recursive: true }))

/** Errors of the compiler where the kit's types meet those of a hub. */
async function misfits(hub: string): Promise<string> {
  await writeFile(path.join(folder, 'hub.ts'), hub)
  return run(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

describe('the types of the kit', () => {
  it('fit the hub they are written from, and name its methods and paths', async () => {
    expect(await misfits(currentTypes())).toBe('')
    const known = new Map(operationsOf(hubDocument()).map((each) => [each.operationId, each]))
    expect(Object.keys(operations).map((name) => known.get(name))).toMatchObject(Object.values(operations))
  })

  it('do not fit a hub that asks for more, or answers less', async () => {
    const changed = (change: (schemas: ApiDocument['components']['schemas']) => void) => {
      const document = hubDocument()
      change(document.components.schemas)
      return typesOf(document, kitUse)
    }
    const more = changed(({ OrderBody }) => OrderBody!.required!.push('group'))
    expect(await misfits(more)).toContain('placeOrder.group')
    const less = changed(({ Order }) => delete Order!.properties!.total)
    expect(await misfits(less)).toContain("'total'")
  })

  it('fit a hub that takes more, and answers more', async () => {
    const document = hubDocument()
    const { OrderBody, Order } = document.components.schemas
    OrderBody!.properties!.wrapping = { type: 'string' }
    OrderBody!.required = OrderBody!.required!.filter((name) => name !== 'currency')
    Order!.properties!.wrapping = { type: 'string' }
    expect(await misfits(typesOf(document, kitUse))).toBe('')
  })
})
