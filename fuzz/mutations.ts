import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { minute } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Folders whose rules are mutated. */
const parts = [
  'api',
  'app',
  'bench',
  'db',
  'docs',
  'features',
  'lib',
  'marketplace',
  'public',
  'server',
  'shui',
  'texts',
  'web',
]
const alone = ['package.json', 'tsconfig.json', 'vitest.config.ts']

interface Change {
  /** Path from the project root. */
  file: string
  mutant: Mutant
  /** Test files in its folder. */
  tests: string[]
}

/**
 * Mutates rules one at a time in a copy of the sources and runs the tests of their folder. Prints undetected mutations.
 * The seed selects the mutations.
 * @returns whether all mutations were detected
 */
export async function tryMutations({ count, seed }: { count: number; seed: number }): Promise<boolean> {
  console.log(`The changes of seed ${seed}`)
  const copy = mkdtempSync(path.join(tmpdir(), 'hub-mutations-'))
  try {
    for (const part of [...parts, ...alone]) cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    const missed: Change[] = []
    for (const change of chooseChanges(count, seed)) {
      const isNoticed = await isNoticedIn(copy, change)
      console.log(`${isNoticed ? 'detected' : 'MISSED  '} ${describe(change)}`)
      if (!isNoticed) missed.push(change)
    }
    console.log(`${count - missed.length} of ${count} changes were detected`)
    return missed.length === 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function chooseChanges(count: number, seed: number): Change[] {
  const files = globSync('{api,lib,features}/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|(^|\/)testing/.test(file))
    .toSorted()
  const all = files.flatMap((file) => {
    const tests = globSync('*.test.{ts,tsx}', { cwd: path.join(root, path.dirname(file)) })
      .filter((test) => !test.includes('.process.'))
      .map((test) => path.join(path.dirname(file), test))
    return tests.length === 0 ? [] : mutantsOf(readSource(file)).map((mutant): Change => ({ file, mutant, tests }))
  })
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.pick(all))
}

async function isNoticedIn(copy: string, { file, mutant, tests }: Change): Promise<boolean> {
  const source = readSource(file)
  writeFileSync(path.join(copy, file), source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end))
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'test' },
    // A mutation may cause an endless loop.
    timeout: 5 * minute,
  })
  await once(child, 'close')
  writeFileSync(path.join(copy, file), source)
  return child.exitCode !== 0
}

const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8')

function describe({ file, mutant }: Change): string {
  const source = readSource(file)
  const line = source.slice(0, mutant.start).split('\n').length
  const text = source.split('\n')[line - 1]?.trim()
  return `${file}:${line} ${JSON.stringify(source.slice(mutant.start, mutant.end))} to ${JSON.stringify(mutant.text)} in: ${text}`
}
