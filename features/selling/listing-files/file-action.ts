/** What a row does with a listing. `SKIP`: its program only checks or reports. */
export type FileAction = 'CREATE' | 'REVISE' | 'END' | 'SKIP'

const words: Readonly<Record<string, FileAction>> = {
  add: 'CREATE',
  draft: 'CREATE',
  create: 'CREATE',
  revise: 'REVISE',
  change: 'REVISE',
  update: 'REVISE',
  partialupdate: 'REVISE',
  end: 'END',
  delete: 'END',
  verifyadd: 'SKIP',
  status: 'SKIP',
  info: 'SKIP',
}

export function readAction(text: string): FileAction | null {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null
}
