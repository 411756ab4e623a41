import { globSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The project's sheets with classes of their own; one that comes while the development server runs is added to them. */
const sheets = globSync('{app,features,shui,web}/**/*.module.css', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .toSorted()

/** The names of each sheet, in the order in which it has them. */
const namesOf = new Map<string, string[]>()

/**
 * The name that a class of a sheet, or an animation, has in pages: two signs for the sheet and one or two for its place in
 * it, after an underscore. They stand in every row of every list, in the scripts and in the sheet. What follows from nothing
 * but the sheets is the same for the browser's files, the server's and the framed product summary, which has a sheet in itself.
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

/** The place of a name among others; one that is not among them comes last. */
function placeOf(name: string, names: string[]): number {
  const place = names.indexOf(name)
  return place === -1 ? names.push(name) - 1 : place
}

function signs(place: number): string {
  const last = digits.charAt(place % digits.length)
  return place < digits.length ? last : signs(Math.floor(place / digits.length) - 1) + last
}

/**
 * Class names stand where they are used, in place of an object for each sheet that has them all: a sheet is imported as a
 * namespace. Where code asks for a class by a name that it works out, the object stays.
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

/** The bundler drops a sheet of which the scripts have nothing but names, and those stand elsewhere: it comes all the same. */
export function keptSheets(): Plugin {
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
