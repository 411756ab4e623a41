import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const instructions = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))

/** Folders of the program; what else lies in the project is for contributors. */
const folders = 'api app cli connectors db examples features lib marketplace public server shui texts web'.split(' ')

/** The rules of `.dockerignore`; the last one that names a file or a folder of it decides. */
const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const pattern = line.replace('!', '').replaceAll('.', '\\.').replaceAll('**/', '<any>').replaceAll('*', '[^/]*')
    return { copies: line.startsWith('!'), names: new RegExp(`^${pattern.replaceAll('<any>', '(.*/)?')}(/|$)`) }
  })
const isCopied = (file: string) => rules.findLast(({ names }) => names.test(file))?.copies ?? true

describe('the container image', () => {
  it('copies the whole program', () => {
    const program = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,mjs,css,sql,svg,js}`, { cwd: root }).filter(
      (file) => !/testing|\.test\.|\.shops\./.test(file),
    )
    expect(program.length).toBeGreaterThan(2_000)
    const data = globSync('{db,marketplace}/**/*.json', { cwd: root })
    expect(data.length).toBeGreaterThan(3)
    const guides = globSync('docs/guide/{*.md,images/*.png}', { cwd: root })
    const needed = [
      ...program,
      ...data,
      ...guides,
      'package.json',
      'package-lock.json',
      'vite.config.ts',
      'public/robots.txt',
    ]
    expect(needed.filter((file) => !isCopied(file))).toEqual([])
  })

  it('copies no secret, backup, test or anything else that lies beside or within the program', () => {
    const secrets = [
      '.env',
      '.env.production',
      'hub.gz',
      'server.key',
      '.npmrc',
      '.git/config',
      'data/postgres/PG_VERSION',
      'data/pictures/a.webp',
      'backups/hub.ts',
      ...folders.flatMap((folder) =>
        ['.env', 'hub.gz', 'tls/server.key', 'cert.pem'].map((name) => `${folder}/${name}`),
      ),
    ]
    const tests = globSync('{**/*.test.{ts,tsx},**/*testing*.ts,{bench,e2e,fuzz,docs/decisions}/**/*,docs/*.md}', {
      cwd: root,
      exclude: (name) => name === 'node_modules',
    })
    expect(tests.length).toBeGreaterThan(1_000)
    expect([...secrets, ...tests, 'node_modules/vite/index.js', 'build/x.js'].filter(isCopied)).toEqual([])
  })

  it('keeps the same secrets out of the repository', () => {
    const ignored = read('.gitignore').split('\n')
    expect(['.env', '.env.*', '*.gz', '*.key', '*.pem', 'data/'].filter((name) => !ignored.includes(name))).toEqual([])
  })

  it('installs packages before it copies the program, so that a change of the program reuses their layer', () => {
    const installed = instructions.findIndex((line) => line.includes('install.mjs'))
    expect(installed).toBeGreaterThan(0)
    expect(installed).toBeLessThan(instructions.indexOf('COPY . .'))
    const copied = instructions.slice(0, installed).filter((line) => line.startsWith('COPY '))
    expect(copied).toEqual(['COPY package.json package-lock.json ./', 'COPY cli/bootstrap cli/bootstrap'])
  })

  it('has no program that needs a folder which is left out', () => {
    const programs = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root }).filter(isCopied)
    expect(programs.length).toBeGreaterThan(1_000)
    const lacking = /from ['"](#(bench|e2e|fuzz|docs)\/|[^'"]*(\/testing|-testing\.ts|\/testing-))/
    expect(programs.filter((file) => lacking.test(read(file)))).toEqual([])
  })

  it('uses the Node version of the packages', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
    expect(instructions[0]).toBe(`FROM node:${dependencies.node.split('.')[0]}-bookworm-slim AS build`)
  })

  it('runs as an unprivileged user who owns only the data', () => {
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
    expect(last).toContain('USER hub')
    expect(last.filter((line) => line.startsWith('COPY '))).toEqual(['COPY --from=build /srv/hub ./'])
    expect(last.indexOf('USER hub')).toBeLessThan(last.findIndex((line) => line.startsWith('ENTRYPOINT ')))
  })

  it('is composed so that each service drops all capabilities and published ports lead to the hub', () => {
    const compose = read('compose.yaml')
    const [hub = '', database = ''] = compose.split(/^ {2}database:$/m)
    for (const service of [hub, database]) {
      expect(service).toMatch(/cap_drop:\s+- ALL/)
      expect(service).toContain('no-new-privileges:true')
    }
    expect(hub).toContain('read_only: true')
    // `environment` precedes `env_file`.
    const ports = [...hub.matchAll(/127\.0\.0\.1:(\d+):(\d+)/g)].map(([, outside, inside]) => [outside, inside])
    expect(ports).toEqual([
      ['3000', '3000'],
      ['9464', '9464'],
    ])
    expect(hub).toMatch(/PORT: 3000\s+METRICS_PORT: 9464\s+METRICS_HOST: 0\.0\.0\.0/)
  })
})
