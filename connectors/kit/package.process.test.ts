import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const bin = (tool: string) => path.join(root, 'node_modules', tool)
let outside = ''

/** A connector in a project that has nothing of ours but the kit. */
const connector = `
import { kitVersion, openOutbox, totalOf, runCommand, type OrderBody, type ShopOrder, type Source } from 'seller-hub-connector-kit'

const price = { value: '12.50', currency: 'EUR' }
const order: OrderBody = {
  id: 'A-1', placedAt: '2026-11-22T09:30:00Z', buyer: { name: 'Anna' }, currency: 'EUR',
  shipTo: { name: 'Anna', city: 'Rome', country: 'IT' }, lines: [{ listing: 'p-1', quantity: 2, unitPrice: price }],
}
// @ts-expect-error an order without lines is refused
const wrong: OrderBody = { ...order, lines: undefined }
void wrong
const of: ShopOrder = { seller: 's', id: 'A-1', changedAt: order.placedAt, order, lineIds: ['l'], total: totalOf(order) }
export const source: Source = {
  name: 'Outside',
  async *listings() {},
  async *orders() { yield of },
  order: async () => of,
  applyShipment: async () => {},
  applyRefund: async () => {},
  applyStock: async () => {},
  verifyWebhook: () => false,
}
export const total = totalOf(order).value
export const counts = await openOutbox(':memory:').counts()
export const version = kitVersion
export const help = () => runCommand({ name: 'outside', createSource: () => source }, { args: [], env: {} })
`

const options = {
  target: 'ES2024',
  lib: ['ES2024'],
  module: 'NodeNext',
  strict: true,
  skipLibCheck: false,
  types: [],
  outDir: 'out',
}

beforeAll(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'connector-kit-'))
  const kit = path.join(outside, 'node_modules/seller-hub-connector-kit')
  await mkdir(kit, { recursive: true })
  const config = path.join(root, 'connectors/kit/vite.config.ts')
  const vite = [bin('vite/bin/vite.js'), 'build', '--config', config, '--outDir', kit]
  await run(process.execPath, vite, { cwd: root })
  await writeFile(path.join(outside, 'package.json'), JSON.stringify({ name: 'outside', type: 'module' }))
  await writeFile(path.join(outside, 'connector.ts'), connector)
  await writeFile(
    path.join(outside, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['connector.ts'] }),
  )
})

afterAll(() => rm(outside, { recursive: true, force: true }))

it('an outside project writes a connector against the packed kit, type-checks and runs it', async () => {
  await run(process.execPath, [bin('typescript/bin/tsc'), '-p', outside], { cwd: outside })
  const script = `const { total, counts, version, help } = await import('./out/connector.js')
    await help()
    process.stdout.write(JSON.stringify([total, counts, version]))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: outside })
  expect(stdout).toContain('The connector outside: <command>')
  const kit = path.join(outside, 'node_modules/seller-hub-connector-kit')
  const manifest = JSON.parse(await readFile(path.join(kit, 'package.json'), 'utf8')) as { version: string }
  expect(stdout).toContain(`["25.00",[],"${manifest.version}"]`)
  const code = await readFile(path.join(kit, 'connector-kit.js'), 'utf8')
  const imports = [...code.matchAll(/\bfrom "([^"]+)"/g)].map(([, from = '']) => from)
  expect(imports.filter((from) => !from.startsWith('node:'))).toEqual([])
})
