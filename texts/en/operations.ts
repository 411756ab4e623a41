/** Outcomes of operations in the marketplace's messages. */
export const operations = {
  'operations.done': 'Done.',
  'operations.failed': 'That did not work. Nothing was changed; try again.',
  'operations.nothingToUndo': 'There is nothing to undo on this page.',
} as const
