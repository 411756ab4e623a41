import { globSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** All CSS modules of the project; files added while the development server runs are appended. */
const sheets = globSync('{app,features,shui,web}/**/*.module.css', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .toSorted()

/** Class names of each sheet, in source order. */
const namesOf = new Map<string, string[]>()

/**
 * Short name of a class or animation: an underscore, two characters for the sheet, and one or two for its position.
 * They occur in every row of lists, scripts and sheets. Derived from the sheets only, so that browser, server and the
 * framed product summary agree.
 */
export function shortName(name: string, file: string): string {
  const sheet = path.relative(root, file.replace(/\?.*$/, '')).replaceAll(path.sep, '/')
  return `_${signs(placeOf(sheet, sheets) + digits.length)}${signs(placeOf(name, namesIn(sheet)))}`
}

function namesIn(sheet: string): string[] {
  const names = namesOf.get(sheet) ?? []
  namesOf.set(sheet, names)
  return names
}

/** Position of a name in a list; unknown names come last. */
function placeOf(name: string, names: string[]): number {
  const place = names.indexOf(name)
  return place === -1 ? names.push(name) - 1 : place
}

function signs(place: number): string {
  const last = digits.charAt(place % digits.length)
  return place < digits.length ? last : signs(Math.floor(place / digits.length) - 1) + last
}

/**
 * Inlines class names where they are used, instead of one object per sheet: sheets are imported as namespaces. Dynamic
 * lookups keep the object.
 */
export function inlinedClasses(): Plugin {
  return {
    name: 'seller-hub:inlined-classes',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\.tsx$/, code: /\.module\.css'/ },
      handler(code) {
        const inlined = code.replace(importOfSheet, (whole, name: string, file: string) =>
          code.includes(`${name}[`) ? whole : `import * as ${name} from '${file}'`,
        )
        return { code: inlined, map: null }
      },
    },
  }
}

const importOfSheet = /^import (\w+) from '([^']+\.module\.css)'$/gm

/** Keeps sheets whose scripts are only names, which the bundler would drop once the names are inlined. */
export function retainStylesheets(): Plugin {
  return {
    name: 'seller-hub:kept-sheets',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  }
}
