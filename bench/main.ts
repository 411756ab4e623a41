import { help, OptionsError, readOptions } from './options.ts'

// Before React loads: its development build is several times slower.
process.env.NODE_ENV = 'production'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stopped.abort())
// Listening to `disconnect` alone would keep the finished process alive.
process.channel?.unref()

try {
  const options = readOptions(process.argv.slice(2))
  if (options === null) console.log(help)
  else await (await import('./run.ts')).run(options, stopped.signal)
} catch (error) {
  // What runs meanwhile fails with its database.
  if (stopped.signal.aborted) process.exit(130)
  if (!(error instanceof OptionsError)) throw error
  console.error(`${error.message} See npm run bench -- --help.`)
  process.exitCode = 1
}
