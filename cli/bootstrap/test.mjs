import './node-version.mjs'

const words = process.argv.slice(2)

void import('./setup.mjs').then(async ({ install, requireWritable, fail }) => {
  await requireWritable().catch(fail)
  await install({ forDevelopment: true }).catch(fail)
  const { runChecks } = await import('./checks.mjs')
  const { runPart } = await import('./part.mjs')
  const passed = await (words.length > 0 ? runPart(words) : runChecks()).catch(fail)
  process.exit(passed ? 0 : 1)
})
