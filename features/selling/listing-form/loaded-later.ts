// What the form loads after its page, in one file.
export { Conflicts } from './keep/conflicts.tsx'
export * from './keep/keep-in-browser.ts'
export { LaterSections } from './sections/later-sections.tsx'
