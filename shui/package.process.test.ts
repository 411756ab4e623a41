import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { supportedFrom } from '#lib/old-browser.ts'
import { defaultLabels } from './labels.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const bin = (tool: string) => path.join(root, 'node_modules', tool)
let folder = ''
let outside = ''

/** A page of a project that has nothing of ours but the packed kit. */
const page = `
import { renderToString } from 'react-dom/server'
import { FindField, Message, ShuiProvider, TopNavigation } from 'shui'
import type { MessageModel, NavItemModel } from 'shui'
import 'shui/reset.css'
import 'shui/shui.css'

const model: MessageModel = { type: 'alert', title: 'Late', controls: [{ type: 'OPERATION', name: 'cross' }] }
const navItems: NavItemModel[] = [{ label: { text: 'Orders', action: { type: 'NAV', URL: '/o' } }, navItems: [{ label: 'All' }] }]
// @ts-expect-error a model without a label is refused
const wrong: NavItemModel = { active: true }
void [wrong, FindField]

console.log(
  renderToString(
    <ShuiProvider labels={{ mainNavigation: 'Haupt' }}>
      <Message model={model} />
      <Message model={null} />
      <TopNavigation navItems={navItems} />
    </ShuiProvider>,
  ),
)
`

const options = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: [],
  outDir: 'out',
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shui-package-'))
  outside = path.join(folder, 'outside')
  const built = path.join(folder, 'shui')
  const config = path.join(root, 'shui/vite.config.ts')
  const vite = [bin('vite/bin/vite.js'), 'build', '--config', config, '--outDir', built]
  await run(process.execPath, vite, { cwd: root })
  await run('npm', ['pack', built, '--pack-destination', folder], { cwd: folder })
  const [packed] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await mkdir(outside)
  const manifest = { name: 'outside', version: '1.0.0', private: true, type: 'module' }
  await writeFile(path.join(outside, 'package.json'), JSON.stringify(manifest))
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
    path.join(folder, packed ?? ''),
  ]
  await run('npm', install, { cwd: outside })
  // The peers come from where they are, so that the test needs no network.
  await mkdir(path.join(outside, 'node_modules/@types'))
  for (const peer of ['react', 'react-dom', '@types/react', '@types/react-dom', 'csstype', 'scheduler']) {
    await symlink(bin(peer), path.join(outside, 'node_modules', peer))
  }
  await writeFile(path.join(outside, 'page.tsx'), page)
  await writeFile(
    path.join(outside, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['page.tsx'] }),
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('an outside project type-checks against it and renders a message and the navigation on the server', async () => {
  await run(process.execPath, [bin('typescript/bin/tsc'), '-p', outside], { cwd: outside })
  // Only bundlers read style sheets.
  const code = await readFile(path.join(outside, 'out/page.js'), 'utf8')
  await writeFile(path.join(outside, 'out/page.js'), code.replaceAll(/^import '.*css';$/gm, ''))
  const { stdout, stderr } = await run(process.execPath, ['out/page.js'], { cwd: outside })
  expect(stdout).toMatch(/^<div class=""><div role="alert"><\/div><\/div><nav aria-label="Haupt"><ul class="shui-top-/)
  expect(stdout).toContain('aria-expanded="false"')
  expect(stderr).toContain('Invalid model for shui-messages')
})
it.each([
  { module: 'NodeNext' },
  { module: 'Node16' },
  { module: 'Preserve' },
  { module: 'ESNext', moduleResolution: 'Bundler', verbatimModuleSyntax: true, isolatedModules: true },
])('an outside project type-checks against it with %j', async (mode) => {
  const { moduleResolution: _, ...others } = options
  const compilerOptions = { ...others, ...mode, noEmit: true }
  const config = path.join(outside, 'tsconfig.mode.json')
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['page.tsx'] }))
  const check = run(process.execPath, [bin('typescript/bin/tsc'), '-p', config], { cwd: outside })
  expect(await check).toMatchObject({ stdout: '' })
})
it('a page takes what it uses: texts and labels are below 4 KB, dialogs are loaded when they open', async () => {
  const sizesOf = async (names: string) => {
    const source = `export { ${names} } from ${JSON.stringify(path.join(outside, 'node_modules/shui/shui.js'))}`
    const entry = path.join(outside, 'entry.js')
    await writeFile(entry, source)
    const bundle = await rolldown({ input: entry, external: /^react/, logLevel: 'silent' })
    const { output } = await bundle.generate({ minify: true })
    return output.map((file) => (file.type === 'chunk' ? [file.isDynamicEntry, gzipSync(file.code).length] : []))
  }
  const [texts = [], ...none] = await sizesOf('Text, defaultLabels')
  expect(none).toEqual([])
  expect(texts[1]).toBeLessThan(4096)
  for (const name of ['Messages', 'OptOut']) expect((await sizesOf(name)).map(([late]) => late)).toContain(true)
})
it('warns of a cookie that is too long in development, and not in production', async () => {
  const script = `globalThis.document = { cookie: '' }
    globalThis.location = { protocol: 'https:' }
    const { browserCookies } = await import('shui')
    process.stdout.write(String(browserCookies.write('a', 'x'.repeat(4000), 'session')))`
  const write = (mode: string) =>
    run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: outside,
      env: { ...process.env, NODE_ENV: mode },
    })
  const warning = 'Cookie value too long, not written: a\n'
  expect(await write('development')).toMatchObject({ stdout: 'false', stderr: warning })
  expect(await write('production')).toMatchObject({ stdout: 'false', stderr: '' })
})
it('is modules that import React only, two style sheets, declarations and a README', async () => {
  const folderOf = path.join(outside, 'node_modules/shui')
  expect((await readdir(folderOf)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'modules',
    'package.json',
    'reset.css',
    'shui.css',
    'shui.js',
    'types',
  ])
  const modules = (await readdir(folderOf, { recursive: true })).filter((name) => name.endsWith('.js'))
  const codes = await Promise.all(modules.map((name) => readFile(path.join(folderOf, name), 'utf8')))
  const imports = codes.flatMap((code) =>
    [...code.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"/gm)].map(([, from]) => from ?? ''),
  )
  const packages = new Set(imports.filter((from) => !from.startsWith('.')))
  expect([...packages].toSorted()).toEqual(['react', 'react/jsx-runtime'])
})
it('the sheet of the components leaves the elements of the page alone', async () => {
  const sheet = (name: string) => readFile(path.join(outside, 'node_modules/shui', name), 'utf8')
  const plain = /(?<![\w.#-][^{};]*)(?:^|[};,])\s*(?:\*|html|body|h1|p|ul|a|button|input|svg)\s*[,{]/m
  expect((await sheet('shui.css')).match(plain)?.[0]).toBeUndefined()
  expect(await sheet('reset.css')).toMatch(plain)
  for (const name of ['shui.css', 'reset.css'])
    expect(await sheet(name)).toMatch(/^(\/\*[^]*?\*\/\s*)?@layer reset, ?shui, ?app;/)
})
it('its README lists every label and the browsers', async () => {
  const kit = await readFile(path.join(outside, 'node_modules/shui/README.md'), 'utf8')
  for (const [name, label] of Object.entries(defaultLabels))
    expect(kit, name).toContain(typeof label === 'string' ? `| \`${name}\` | ${label} |` : `| \`${name}\` |`)
  const { chrome, firefox, safari } = supportedFrom
  expect(kit).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`)
})
it('every component of the README is exported', async () => {
  const kit = await readFile(path.join(outside, 'node_modules/shui/README.md'), 'utf8')
  const theirs = ['RouterLink', 'App']
  const used = [...kit.matchAll(/<([A-Z]\w+)/g)].map(([, name]) => name ?? '').filter((name) => !theirs.includes(name))
  const index = await readFile(path.join(root, 'shui/index.ts'), 'utf8')
  expect(used.filter((name) => !new RegExp(`\\b${name}\\b`).test(index))).toEqual([])
})
