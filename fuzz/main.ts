import { parseArgs } from 'node:util'

const help = `npm run fuzz -- [options]

Sends requests to a hub of its own, with the demo marketplace in data/fuzz, that no browser would send: every route and
method, odd queries, bodies, headers and encodings, and the forms of its pages, filled in oddly, as nobody and as four members,
with a good or a forged token. Ends with
exit code 1 and the smallest requests that do it where an answer is a failure of the hub, does not come, is accompanied by
an error in the log, or the process ends.

  --api           sends to the APIs instead, the marketplace's and that of sellers' tools: examples of the documentation and
                  what the hub itself wrote, some right, others changed, with keys that may do everything
  --rules         tries the rules of lib/, features/ and api/ instead, each with 1000 other cases than the tests, or where it
                  asks a database with ten times as many
  --processes     kills and stops the hub's processes instead, its database too, at more moments than the tests
  --mutations     changes rules of lib/, features/ and api/ instead, one at a time in a copy, and prints each change that no
                  test of the rule's folder notices, for a reader to judge: some make no difference; --requests says how many, by default 60
  --requests <n>  so many; default 20000
  --seed <n>      makes the same requests again; by default another one each time, which is printed
  --path <path>   goes straight to a case that an earlier run with the same seed printed
  --help          this text`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    requests: text,
    seed: text,
    path: text,
    api: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests ?? (values.mutations ? 60 : 20_000))
if (values.help) console.log(help)
else if (!Number.isSafeInteger(requests) || requests < 1) {
  console.error('--requests takes a whole number from 1 on.')
  process.exitCode = 2
} else {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  process.exitCode = (await holds(seed)) ? 0 : 1
}

async function holds(seed: number): Promise<boolean> {
  if (values.processes) return (await import('./processes.ts')).tryMoments()
  if (values.rules) return (await import('./rules.ts')).fuzzRules(seed)
  if (values.mutations) return (await import('./mutations.ts')).tryMutations({ count: requests, seed })
  const { fuzz } = await import('./run.ts')
  return fuzz({ requests, seed, path: values.path, api: values.api, say: console.log })
}
