import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { errorText } from '#lib/error-text.ts'

/** Invalid arguments; the message says which and why. Nothing has been done. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>>

/**
 * Parses a command's arguments: options as in Node's `parseArgs`, and the positional arguments named by `takes`, none
 * empty. Boolean options also accept `--no-…`.
 * @param takes descriptions of the positional arguments for error messages: `the file to write`
 * @throws UsageError
 */
export function readArguments<const T extends Options, const N extends readonly string[]>(
  args: string[],
  { options, takes }: { options: T; takes: N },
): { values: Parsed<T>['values']; given: { [K in keyof N]: string } } {
  const { values, positionals } = parse(args, options)
  const empty = Object.entries(values).find(([, value]) => typeof value === 'string' && value.trim() === '')
  if (empty) throw new UsageError(`--${empty[0]} is empty.`)
  const odd = Object.entries(values).find(([, value]) => typeof value === 'string' && /\p{Cc}/u.test(value))
  if (odd) throw new UsageError(`--${odd[0]} must not contain line breaks or other control characters.`)
  const missing = takes.find((_, index) => !positionals[index]?.trim())
  if (missing !== undefined) throw new UsageError(`Missing argument: ${missing}.`)
  const extra = positionals[takes.length]
  if (extra !== undefined) throw new UsageError(`Unexpected argument “${extra}”.`)
  return { values, given: positionals as { [K in keyof N]: string } }
}

function parse<const T extends Options>(args: string[], options: T): Parsed<T> {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    // The first sentence names the error; the others are general hints.
    throw new UsageError(
      `${errorText(error)
        .split(/\.?(?:\s*\n|\. )/, 1)
        .join('')
        .replace(/\.$/, '')}.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Parses the action of a command and returns it with the remaining arguments.
 * @throws UsageError
 */
export function readAction<const A extends string>(
  command: string,
  [asked, ...rest]: string[],
  actions: readonly A[],
): { action: A; rest: string[] } {
  const action = actions.find((name) => name === asked)
  if (action === undefined) throw new UsageError(`Choose an action: ${command} ${actions.join(' | ')}.`)
  return { action, rest }
}

/**
 * The value of a required option.
 * @throws UsageError
 */
export function required(value: string | undefined, option: string): string {
  if (value === undefined) throw new UsageError(`${option} is missing.`)
  return value.trim()
}

/**
 * The value of an integer option.
 * @throws UsageError
 */
export function wholeNumber(value: string, option: string, { least, most }: { least: number; most: number }): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}.`)
}

/** Resolves a path from the user's folder, since npm changes to the project's. */
export function resolveFromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
}
