import { help, OptionsError, readOptions } from './options.ts'

// Before React loads: its development build is several times slower.
process.env.NODE_ENV = 'production'

try {
  const options = readOptions(process.argv.slice(2))
  if (options === null) console.log(help)
  else await (await import('./run.ts')).run(options)
} catch (error) {
  if (!(error instanceof OptionsError)) throw error
  console.error(`${error.message} See npm run bench -- --help.`)
  process.exitCode = 1
}
