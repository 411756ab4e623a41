import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'

/**
 * Modules by which the specification's elements enlarge every page: texts, messages, opt-out, navigation, header,
 * feedback link and their dependencies, refiltering, waits, tracking and site speed. Path prefixes in the project.
 */
export const addedModules = [
  'web/named-wait.tsx',
  'web/side-count.ts',
  'web/site-speed/',
  'web/whole-page.ts',
  'features/shop/messages/',
  'lib/beacon.ts',
  'lib/cookie.ts',
  'lib/feedback-badge.ts',
  'lib/focus-exit.ts',
  'lib/hover-intent.ts',
  'lib/mail-link.ts',
  'lib/message-counters.ts',
  'lib/named-wait.ts',
  'lib/old-browser.ts',
  'lib/page-record.ts',
  'lib/privacy-signal.ts',
  'lib/query.ts',
  'lib/script-errors.ts',
  'lib/text-style.ts',
  'lib/timers.ts',
  'lib/url-safety.ts',
  'node_modules/web-vitals/',
  'shui/badge/',
  'shui/close-after-link.ts',
  'shui/context.tsx',
  'shui/cookie-jar.ts',
  'shui/dialog/',
  'shui/feedback-link/',
  'shui/focus.ts',
  'shui/header/',
  'shui/labels.ts',
  'shui/message/',
  'shui/model-shape.ts',
  'shui/navigation/',
  'shui/old-browser/',
  'shui/opt-out/',
  'shui/text/',
  'shui/use-loaded.ts',
  'shui/use-model.ts',
  'shui/widget-id.ts',
] as const

/** Budget of all of them together, in gzipped bytes. */
export const addedBudget = 15 * 1024

/** Budget of the files every page loads at once, in gzipped bytes, excluding a page's own. */
export const everyPageBudget = 125 * 1024

/** Loaded after the page's own work. */
const late = 'observe-speed'

/** Base names of the files every page loads. */
const everyPage = ['entry.client', 'hub', 'root', 'shell-layout', late]

const root = path.resolve(import.meta.dirname, '..')

/**
 * JavaScript of every page in gzipped bytes: `all` that is loaded at once, and what `addedModules` add, computed by
 * removing their code according to the source maps. Without maps, builds the browser files in memory, which requires
 * `NODE_ENV` production.
 */
export async function everyPageScript(): Promise<{ all: number; added: number }> {
  const files = ((await keptFiles()) ?? (await buildForBrowser())).filter(({ name }) => everyPage.includes(name))
  const missing = everyPage.filter((name) => !files.some((file) => file.name === name))
  if (missing.length > 0) throw new Error(`the build has no ${missing.join(', ')}`)
  const sum = (chosen: readonly BuiltFile[], bytes: (file: BuiltFile) => number) =>
    chosen.reduce((total, file) => total + bytes(file), 0)
  return {
    all: sum(
      files.filter(({ name }) => name !== late),
      ({ code }) => gz(code),
    ),
    added: sum(files, ({ code, map }) => gz(code) - gz(map ? withoutAdded(code, map) : code)),
  }
}

interface BuiltFile {
  name: string
  code: string
  map: SourceMapPayload | null
}

/** Files of a build with kept source maps (`build` of `cli/bootstrap/setup.mjs`). */
async function keptFiles(): Promise<BuiltFile[] | null> {
  const assets = path.join(root, 'build/client/assets')
  const maps = path.join(root, 'build/maps')
  if (!existsSync(maps)) return null
  const files = (await readdir(assets)).filter((file) => file.endsWith('.js'))
  return Promise.all(
    files.map(async (file) => {
      const map = path.join(maps, `${file}.map`)
      return {
        name: file.replace(/-[\w-]{8}\.js$/, ''),
        code: await readFile(path.join(assets, file), 'utf8'),
        // Files of re-exports only have no map.
        map: existsSync(map) ? (JSON.parse(await readFile(map, 'utf8')) as SourceMapPayload) : null,
      }
    }),
  )
}

async function buildForBrowser(): Promise<BuiltFile[]> {
  const build = { write: false, sourcemap: 'hidden' } as const
  const builder = await createBuilder({ root, logLevel: 'error', environments: { client: { build } } })
  const built = await builder.build(builder.environments['client']!)
  if (!('output' in built)) throw new Error('the build has no output')
  return built.output.flatMap((file) =>
    file.type === 'chunk' ? { name: file.name, code: file.code, map: file.map as SourceMapPayload | null } : [],
  )
}

function withoutAdded(code: string, payload: SourceMapPayload): string {
  // Node gives a last segment without source the previous one's source, unless something follows.
  const map = new SourceMap({ ...payload, mappings: `${payload.mappings};` })
  const known = new Map<string, boolean>()
  const isAdded = (row: number, column: number) => {
    // Code of the bundler has no source.
    const { originalSource: source } = map.findEntry(row, column) as Partial<SourceMapping>
    if (!source) return false
    if (!known.has(source))
      known.set(
        source,
        addedModules.some((start) => inProject(source).startsWith(start)),
      )
    return known.get(source)!
  }
  const kept = (line: string, row: number) =>
    Array.from({ length: line.length }, (_, column) => (isAdded(row, column) ? '' : line[column])).join('')
  return code.split('\n').map(kept).join('\n')
}

function inProject(source: string): string {
  return path.relative(root, path.resolve(root, 'build/client/assets', source)).replaceAll(path.sep, '/')
}

const gz = (text: string) => gzipSync(text, { level: 9 }).length
