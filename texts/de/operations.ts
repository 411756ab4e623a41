export const operations = {
  'operations.done': 'Erledigt.',
  'operations.failed': 'Das hat nicht geklappt. Nichts wurde geändert; versuchen Sie es noch einmal.',
  'operations.nothingToUndo': 'Auf dieser Seite gibt es nichts rückgängig zu machen.',
} as const
