import { execFile } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Declared {
  root: string
  folder: string
  /** Compiler options that name the package's entry. */
  project: string
}

/**
 * Writes a package's type declarations to `folder`/types. Rewrites imports (`.ts` to `.js`, `#lib/` to relative), since
 * consumers lack our compiler options and import map. Throws on compiler errors.
 */
export async function emitDeclarations({ root, folder, project }: Declared): Promise<void> {
  const types = path.join(folder, 'types')
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', path.join(root, project), '--outDir', types])
  for (const name of await readdir(types, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const file = path.join(types, name)
    await writeFile(file, plainImports(await readFile(file, 'utf8'), name))
  }
}

function plainImports(declarations: string, name: string): string {
  const toLib = path.posix.relative(path.posix.dirname(name.replaceAll(path.sep, '/')), 'lib')
  return declarations
    .replaceAll(/^import '[^']+\.css';?\n/gm, '')
    .replaceAll(
      /(['"])#lib\/([^'"]+)\.tsx?\1/g,
      (_, quote: string, file: string) => `${quote}${toLib}/${file}.js${quote}`,
    )
    .replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.tsx?\1/g, '$1$2.js$1')
}
