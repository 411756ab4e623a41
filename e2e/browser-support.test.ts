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

/** The same of style sheets. */
const learntSheets: [feature: RegExp, from: Record<keyof typeof supportedFrom, number>][] = [
  [/light-dark\(/, { chrome: 123, firefox: 120, safari: 17.5 }],
  [/[{;}]\s*&|&[.: [>+~]/, { chrome: 120, firefox: 117, safari: 17.2 }],
  [/:dir\(/, { chrome: 120, firefox: 49, safari: 16.4 }],
  [/:user-(in)?valid/, { chrome: 119, firefox: 88, safari: 16.5 }],
  [/:has\(/, { chrome: 105, firefox: 121, safari: 15.4 }],
  [/::details-content/, { chrome: 131, firefox: 143, safari: 18.4 }],
  [/@starting-style|allow-discrete/, { chrome: 117, firefox: 129, safari: 17.5 }],
  [/@scope/, { chrome: 118, firefox: 128, safari: 17.4 }],
  [/@property/, { chrome: 85, firefox: 128, safari: 16.4 }],
  [/@container[^{]*(style|scroll-state)\(/, { chrome: 111, firefox: 999, safari: 18 }],
  [/\b(rgb|hsl|oklch|oklab|lch|lab|color)\(from/, { chrome: 119, firefox: 128, safari: 18 }],
  [/\bcolor-mix\(/, { chrome: 111, firefox: 113, safari: 16.2 }],
  [/[:, (](round|mod|rem)\(/, { chrome: 125, firefox: 118, safari: 15.4 }],
  [/interpolate-size|calc-size\(/, { chrome: 129, firefox: 999, safari: 999 }],
  [/(animation|scroll|view)-timeline/, { chrome: 115, firefox: 999, safari: 26 }],
  [/content-visibility/, { chrome: 85, firefox: 125, safari: 18 }],
  [/text-box(-trim|-edge)?:/, { chrome: 133, firefox: 999, safari: 18.2 }],
  [/\bsubgrid\b/, { chrome: 117, firefox: 71, safari: 16 }],
  [/text-wrap:balance/, { chrome: 114, firefox: 121, safari: 17.5 }],
  [/text-wrap:pretty/, { chrome: 117, firefox: 999, safari: 26 }],
  [/field-sizing/, { chrome: 123, firefox: 999, safari: 26.2 }],
  [/anchor-name|position-a(nchor|rea)/, { chrome: 129, firefox: 147, safari: 26 }],
  [/scrollbar-(width|color)/, { chrome: 121, firefox: 64, safari: 18.2 }],
  [/\(scripting/, { chrome: 120, firefox: 113, safari: 17 }],
]

/** Pages work without these: other line breaks, sizes and scrollbars; places and columns that the sheets give instead. */
const enhancements = ['subgrid', 'text-wrap:balance', 'field-sizing', 'anchor-name', 'scrollbar-width', '(scripting']

/** What browsers offer on https and localhost only, and in how many places, each of which has another way. */
const secureOnly: [api: RegExp, places: number][] = [
  [/\.randomUUID\b/, 0],
  [/\bcrypto\.subtle\b/, 0],
  [/\bnavigator\.clipboard\b/, 1],
  [/\bnavigator\.locks\b/, 1],
  [/\bnavigator\.mediaDevices\b/, 1],
  [/\bnavigator\.(serviceWorker|storage|credentials|share|wakeLock|permissions|geolocation|userAgentData)\b/, 0],
  [/\b(cookieStore|showOpenFilePicker|showSaveFilePicker|PaymentRequest|PublicKeyCredential)\b/, 0],
]

const isYounger = ([, { chrome, firefox, safari }]: (typeof learnt)[number]) =>
  chrome > supportedFrom.chrome || firefox > supportedFrom.firefox || safari > supportedFrom.safari

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
    const younger = learnt.filter(isYounger)
    const calls = scripts.flatMap((file) => younger.flatMap(([call]) => call.exec(read(file))?.[0] ?? []))
    expect(calls).toEqual([])
  })

  it('know the style sheets, but for what pages do without', () => {
    const sheets = globSync('build/client/assets/*.css', { cwd: root }).map(read).join('\n')
    const found = learntSheets.filter(isYounger).flatMap(([feature]) => feature.exec(sheets)?.[0] ?? [])
    expect(found).toEqual(enhancements)
    // Places by anchors are asked for first.
    const asked = sheets.replaceAll(/@supports ?\(position-area:[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g, '')
    expect(asked.replaceAll('position-area:none', '')).not.toMatch(/position-a(?:rea|nchor):/)
  })
})

it('a page on plain HTTP has another way for each call that browsers keep for https', () => {
  const code = globSync('build/client/assets/*.js', { cwd: root }).map(read).join('\n')
  for (const [api, places] of secureOnly)
    expect(code.match(new RegExp(api, 'g')) ?? [], String(api)).toHaveLength(places)
})
