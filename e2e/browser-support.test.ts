import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildTarget, supportedFrom } from '#lib/old-browser.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Features that browsers gained late, with the first versions that support them. */
const learnt: [call: RegExp, from: Record<keyof typeof supportedFrom, number>][] = [
  [/\bURL\.canParse\b/, { chrome: 120, firefox: 115, safari: 17 }],
  [/\bURL\.parse\b/, { chrome: 126, firefox: 126, safari: 18 }],
  [/\b(Object|Map)\.groupBy\b/, { chrome: 117, firefox: 119, safari: 17.4 }],
  [/\bPromise\.withResolvers\b/, { chrome: 119, firefox: 121, safari: 17.4 }],
  [/\bPromise\.try\b/, { chrome: 128, firefox: 134, safari: 18.2 }],
  [/\bArray\.fromAsync\b/, { chrome: 121, firefox: 115, safari: 16.4 }],
  [/\bAbortSignal\.any\b/, { chrome: 116, firefox: 124, safari: 17.4 }],
  [/\bRegExp\.escape\b/, { chrome: 136, firefox: 134, safari: 18.2 }],
  [/\bIterator\.from\b/, { chrome: 122, firefox: 131, safari: 18.4 }],
  [
    /(?<!\b(Object|Array))\.((keys|values|entries)\(\)|matchAll\([^()]*\))\.(map|filter|flatMap|reduce|some|every|find|toArray)\(/,
    { chrome: 122, firefox: 131, safari: 18.4 },
  ],
  [/\.(isSubsetOf|isSupersetOf|isDisjointFrom)\(/, { chrome: 122, firefox: 127, safari: 17 }],
  [/\.(intersection|difference|symmetricDifference|union)\(/, { chrome: 122, firefox: 127, safari: 17 }],
  [/\bIntl\.DurationFormat\b/, { chrome: 129, firefox: 136, safari: 16.4 }],
  [/\b(toWellFormed|isWellFormed)\b/, { chrome: 111, firefox: 119, safari: 16.4 }],
  [/\.(toSorted|toReversed|toSpliced)\(/, { chrome: 110, firefox: 115, safari: 16 }],
  [/\bIntl\.Segmenter\b/, { chrome: 87, firefox: 125, safari: 14.1 }],
  [/\bpopover=/, { chrome: 114, firefox: 125, safari: 17 }],
]

const younger = learnt.filter(
  ([, { chrome, firefox, safari }]) =>
    chrome > supportedFrom.chrome || firefox > supportedFrom.firefox || safari > supportedFrom.safari,
)

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the browsers that get no notice', () => {
  it('are those that pages, kit and framed page are built for', () => {
    expect(buildTarget).toEqual(['chrome114', 'firefox125', 'safari17'])
    for (const file of [
      'vite.config.ts',
      'shui/vite.config.ts',
      'features/selling/product-summary/frame-script-plugin.ts',
    ])
      expect(read(file), file).toMatch(/\btarget: buildTarget\b/)
  })

  it('know every call of the pages’ code, that of the libraries too', () => {
    const scripts = globSync('build/client/assets/*.js', { cwd: root })
    expect(scripts.length).toBeGreaterThan(20)
    const calls = scripts.flatMap((file) => younger.flatMap(([call]) => call.exec(read(file))?.[0] ?? []))
    expect(calls).toEqual([])
  })
})
