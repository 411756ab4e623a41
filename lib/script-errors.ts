import { beaconLimits, type ScriptError } from './beacon.ts'

/** A browser's error report, as `ErrorEvent`; a rejected promise has no location. */
export interface ReportedError {
  readonly message?: string
  readonly filename?: string
  readonly lineno?: number
}

export interface ScriptErrors {
  /** Adds an error; `pagePath` replaces a script that the browser does not name. */
  add: (error: ReportedError, pagePath: string) => void
  /** The first ten distinct errors, each with its count. */
  list: () => ScriptError[]
  /** The number of all errors, including those beyond the tenth. */
  count: () => number
}

export function collectScriptErrors(): ScriptErrors {
  const errors = new Map<string, ScriptError>()
  let count = 0
  return {
    add: ({ message, filename, lineno: line = 0 }, pagePath) => {
      count = Math.min(count + 1, beaconLimits.count)
      const error = {
        message: cleanMessage(message || 'unknown'),
        line: Number.isInteger(line) && line > 0 && line <= beaconLimits.line ? line : 0,
        path: cleanPath(filename || pagePath),
        count: 1,
      }
      const key = `${error.line} ${error.path} ${error.message}`
      const known = errors.get(key)
      if (known) known.count = Math.min(known.count + 1, beaconLimits.count)
      else if (errors.size < beaconLimits.errors) errors.set(key, error)
    },
    list: () => [...errors.values()],
    count: () => count,
  }
}

/** Longer messages are truncated first: some are whole documents. */
const readAtMost = 1000

/** Cleans a message: URLs without queries and fragments, one line, cut to the limit. */
export function cleanMessage(message: string): string {
  return whole(
    message
      .slice(0, readAtMost)
      .replaceAll(/((?:https?:\/)?\/[^\s?#'"]*)[?#][^\s'"]*/gi, '$1')
      .replaceAll(/[\s\0]+/g, ' ')
      .trim(),
  )
}

/** The path of an address, without origin, query and fragment. */
export function cleanPath(address: string): string {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#][^]*$/, '')
  return whole(path.startsWith('/') ? path : `/${path}`)
}

const whole = (text: string) => text.slice(0, beaconLimits.text).trim().toWellFormed()
