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
  'features/home/messages/',
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

/** Base names of the files every page loads, the last after the page's own work. */
const everyPage = ['entry.client', 'hub', 'observe-speed']

const root = path.resolve(import.meta.dirname, '..')

/**
 * JavaScript in gzipped bytes that `addedModules` add to every page, computed by removing their code according to the
 * source maps. Without maps, builds the browser files in memory, which requires `NODE_ENV` production.
 */
export async function addedScript(): Promise<number> {
  const files = ((await keptFiles()) ?? (await buildForBrowser())).filter(({ name }) => everyPage.includes(name))
  const missing = everyPage.filter((name) => !files.some((file) => file.name === name))
  if (missing.length > 0) throw new Error(`the build has no ${missing.join(', ')}`)
  return files.reduce((sum, { code, map }) => sum + gz(code) - gz(map ? withoutAdded(code, map) : code), 0)
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
