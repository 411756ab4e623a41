import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const instructions = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))

describe('the container image', () => {
  it('contains every folder that the hub needs', () => {
    const ignored = read('.dockerignore').split('\n')
    const { imports } = JSON.parse(read('package.json')) as { imports: Record<string, string> }
    const folders = Object.values(imports).map((target) => target.split('/')[1]!)
    const needed = [...folders, 'connectors', 'examples', 'public', 'package.json', 'package-lock.json'].filter(
      (name) => name !== 'bench',
    )
    expect(needed.length).toBeGreaterThan(12)
    expect(needed.filter((name) => ignored.includes(name) || !existsSync(path.join(root, name)))).toEqual([])
  })

  it('has no program that needs a folder which is left out', () => {
    const leftOut = read('.dockerignore')
      .split('\n')
      .filter((name) => /^[a-z0-9]+$/.test(name))
    const programs = globSync('{api,app,cli,db,features,lib,marketplace,server,shui,texts,web}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => /testing|\.test\./.test(name),
    })
    expect(leftOut).toContain('bench')
    expect(programs.length).toBeGreaterThan(1_000)
    const lacking = new RegExp(`from '#(${leftOut.join('|')})/`)
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
    expect(read('compose.yaml')).toMatch(/read_only: true[\s\S]*cap_drop:\s+- ALL/)
  })
})
