import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { addedScript } from './added-script.ts'
import { budgets } from './budgets.ts'
import { operatorEmail } from './known.ts'
import { dataIn } from './page-data.ts'
import { goalTable, type Goal } from './goals.ts'
import type { RunSuite, Setting } from './setting.ts'
import type { Table } from './table.ts'
import type { Visitor } from './visitor.ts'

const client = path.resolve(import.meta.dirname, '../build/client')
const kb = (bytes: number) => (bytes / 1024).toFixed(1)

interface Weight {
  name: string
  /** `data`: the hydration data. */
  html: { raw: number; br: number; gz: number; data: number }
  scripts: Map<string, Size>
  styles: Map<string, Size>
}

interface Size {
  br: number
  gz: number
}

/** Bytes of every page as served, and the share of the specification's elements. */
export const bytesSuite: RunSuite = async (setting) => {
  const weights = await weighPages(setting)
  return [await pagesTable(weights), goalTable(goalsOf(weights)), await addedTable()]
}

const scriptsOf = ({ scripts }: Weight) => [...scripts.values()].reduce((sum, { gz }) => sum + gz, 0) / 1024

function goalsOf(weights: readonly Weight[]): Goal[] {
  const data = weights.filter(({ name }) => name === 'orders' || name === 'listings')
  return [
    ...weights.map((page): Goal => ({
      what: `${page.name}, JavaScript gz`,
      most: 127,
      figure: scriptsOf(page),
      unit: 'KB',
    })),
    ...data.map(({ name, html }): Goal => ({
      what: `${name}, data beside the rows`,
      most: 20,
      figure: html.data / 1024,
      unit: 'KB',
    })),
  ]
}

async function weighPages(setting: Setting): Promise<Weight[]> {
  const owner = await setting.visit()
  const operator = await setting.visit({ email: operatorEmail })
  const nobody = await setting.visit({ email: null })
  const weights: Weight[] = []
  for (const { name, address, visitor } of pagesOf(setting, { owner, operator, nobody }))
    weights.push(await weigh(name, address, visitor))
  owner.close()
  operator.close()
  nobody.close()
  return weights
}

async function pagesTable(weights: readonly Weight[]): Promise<Table> {
  const all = await allScripts()
  const orders = weights.find((weight) => weight.name === 'orders')!
  const sum = (sizes: Map<string, Size>, kind: keyof Size) =>
    [...sizes.values()].reduce((total, size) => total + size[kind], 0)
  return {
    title: 'Bytes of each page, KB',
    columns: [
      'page',
      'JavaScript gz',
      'JavaScript br',
      'files',
      'more than orders, gz',
      'styles br',
      'HTML',
      'HTML gz',
      'HTML br',
      'holds',
    ],
    rows: weights.map(({ name, html, scripts, styles }) => {
      const gz = sum(scripts, 'gz')
      const more = sum(new Map([...scripts].filter(([file]) => !orders.scripts.has(file))), 'gz')
      return [
        name,
        kb(gz),
        kb(sum(scripts, 'br')),
        `${scripts.size}`,
        kb(more),
        kb(sum(styles, 'br')),
        kb(html.raw),
        kb(html.gz),
        kb(html.br),
        gz <= budgets.pageScript && more <= budgets.laterScript ? 'yes' : 'NO',
      ]
    }),
    notes: [
      `All pages together: ${kb(all.gz)} KB gz, ${kb(all.br)} KB br in ${all.files} files. Texts of the reader’s language (4 KB, the form 8) and web vitals (3 KB) load later.`,
    ],
  }
}

async function addedTable(): Promise<Table> {
  const added = await addedScript()
  return {
    title: 'JavaScript that the specification’s elements add to every page, KB gz',
    detail: true,
    columns: ['added', 'budget', 'holds'],
    rows: [[kb(added), kb(budgets.addedScript), added <= budgets.addedScript ? 'yes' : 'NO']],
    notes: ['The weight of every page’s files, less their weight without the modules listed in bench/added-script.ts.'],
  }
}

function pagesOf({ known }: Setting, { owner, operator, nobody }: Record<'owner' | 'operator' | 'nobody', Visitor>) {
  const page = (name: string, address: string, visitor = owner) => ({ name, address, visitor })
  return [
    page('orders', '/sh/ord'),
    page('orders, 200 rows', '/sh/ord?limit=200'),
    page('overview', '/sh/ovw'),
    page('listings', '/sh/lst/active'),
    page('listing form', `/sl/list?mode=AddItem&key=${crypto.randomUUID()}`),
    page('order', `/sh/ord/details?orderid=${known.orderNumbers[0]}`),
    page('preferences', '/settings/preferences'),
    page('security', '/settings/security'),
    page('operator', '/operator', operator),
    page('not found', '/nothing/here'),
    page('sign in', '/sign-in', nobody),
    page('forgot password', '/forgot-password', nobody),
  ]
}

async function weigh(name: string, address: string, visitor: Visitor): Promise<Weight> {
  const get = (encoding: 'br' | 'gzip' | 'identity') => visitor.get(address, { encoding })
  const [plain, br, gz] = [await get('identity'), await get('br'), await get('gzip')]
  const html = plain.body.toString()
  // Preloaded files only.
  const scripts = new Set(Array.from(html.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g), ([, file]) => file!))
  const styles = new Set(html.match(/\/assets\/[\w.-]+\.css/g) ?? [])
  const sized = async (names: Set<string>) =>
    new Map(await Promise.all([...names].map(async (file) => [file, await sizeOf(file, visitor)] as const)))
  return {
    name,
    html: { raw: plain.body.length, br: br.body.length, gz: gz.body.length, data: dataIn(html) },
    scripts: await sized(scripts),
    styles: await sized(styles),
  }
}

async function sizeOf(file: string, visitor: Visitor): Promise<Size> {
  const br = await visitor.get(file, { encoding: 'br' })
  const gz = await visitor.get(file, { encoding: 'gzip' })
  return { br: br.body.length, gz: gz.body.length }
}

async function allScripts(): Promise<{ br: number; gz: number; files: number }> {
  const folder = path.join(client, 'assets')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const size = async (name: string, ending: string) =>
    (await stat(path.join(folder, name + ending)).catch(() => stat(path.join(folder, name)))).size
  const sums = await Promise.all(
    scripts.map(async (name) => ({ br: await size(name, '.br'), gz: await size(name, '.gz') })),
  )
  return {
    br: sums.reduce((sum, one) => sum + one.br, 0),
    gz: sums.reduce((sum, one) => sum + one.gz, 0),
    files: scripts.length,
  }
}
