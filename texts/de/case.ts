// Texts of the case page, in one file for the browser.
export { cases } from './cases.ts'
export { talk } from './talk.ts'
