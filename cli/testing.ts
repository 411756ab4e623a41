import type { TestDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { readConfig } from '#server/config.ts'
import type { Command, CommandContext } from './command.ts'

/** Runs a command on a test's database as `main.ts` does, with test doubles for the process. */
export async function runCommand(
  command: Command,
  args: string[],
  { db, ...over }: Partial<CommandContext> & { db: TestDatabase },
): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const code = await command.run(args, {
    config: readConfig({}),
    say: (line) => void said.push(line),
    now: () => new Date(),
    readInput: () => Promise.resolve(''),
    openDatabase: () =>
      Promise.resolve({ db, url: db.url, applied: { migrations: [], functions: false }, close: async () => {} }),
    openHub: () => Promise.resolve(testServices(db)),
    signal: new AbortController().signal,
    ...over,
  })
  return { code: code ?? 0, said: said.join('\n') }
}
